declare module 'subset-font' {
  /** The glyphs of a text out of a font, with the axes that it varies by. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2' | 'sfnt' },
  ): Promise<Buffer>;
}
