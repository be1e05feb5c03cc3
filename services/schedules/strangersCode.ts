/**
 * To be imported before pdf.js, in a thread of its own: a file of a stranger makes it allocate what
 * the file asks for. Of that, the heap's limit counts nothing that is a buffer.
 */

/** Of all buffers that a file asks for, whether they are let go of or not, in bytes. */
const MOST_ALLOCATED = 384 * 1024 * 1024;

let allocated = 0;

/** Whether a file has asked for more than it may: whatever pdf.js made of the refusal. */
export const isOverAllocated = (): boolean => allocated > MOST_ALLOCATED;

const take = (bytes: number): void => {
  allocated += bytes;
  if (isOverAllocated()) throw new RangeError('This file asks for more memory than it may.');
};

type Buffers = new (...args: never[]) => ArrayBufferLike | ArrayBufferView;

const counted = <Made extends Buffers>(made: Made, bytesPerElement: number): Made =>
  new Proxy(made, {
    construct(target, args: [unknown?], newTarget) {
      const [first] = args;
      if (typeof first === 'number') take(first * bytesPerElement);
      else if (Array.isArray(first)) take(first.length * bytesPerElement);
      else if (ArrayBuffer.isView(first)) take(first.byteLength);
      return Reflect.construct(target, args, newTarget);
    },
  });

for (const name of [
  ...(['ArrayBuffer', 'Uint8Array', 'Uint8ClampedArray', 'Int8Array'] as const),
  ...(['Uint16Array', 'Int16Array', 'Uint32Array', 'Int32Array'] as const),
  ...(['Float32Array', 'Float64Array'] as const),
]) {
  const made: Buffers & { BYTES_PER_ELEMENT?: number } = globalThis[name];
  Object.assign(globalThis, { [name]: counted(made, made.BYTES_PER_ELEMENT ?? 1) });
}

// It would unpack outside of JavaScript, uncounted; without it pdf.js unpacks by itself.
Reflect.deleteProperty(globalThis, 'DecompressionStream');

// It looks for a canvas, which is native code. Nothing is drawn here: these are only ever named.
process.getBuiltinModule = () => {
  throw new Error('There is no drawing here.');
};
class Nothing {}
Object.assign(globalThis, { DOMMatrix: Nothing, ImageData: Nothing, Path2D: Nothing });
