import { text } from 'node:stream/consumers';
import type { Client } from 'minio';
import { S3Failure } from './s3Transport.js';

const METADATA = { 'content-type': 'application/octet-stream' };

/** The server then refuses with `PreconditionFailed` to replace what is there. */
const ONLY_IF_NEW = { 'if-none-match': '*' };

interface Place {
  client: Client;
  bucket: string;
  key: string;
}

/** Stores what fits into one request. */
export async function putWhole({ client, bucket, key }: Place, bytes: Buffer): Promise<void> {
  await client.putObject(bucket, key, bytes, bytes.length, { ...METADATA, ...ONLY_IF_NEW });
}

/*
 * Not the library's own way with streams: that one waits for ever when the stream breaks, leaves the
 * parts where they are, and replaces what is there.
 */
export async function beginUpload(place: Place) {
  const { client, bucket, key } = place;
  const uploadId = await client.initiateNewMultipartUpload(bucket, key, METADATA);
  const etags: string[] = [];
  const request = { bucketName: bucket, objectName: key };
  const inUpload = `uploadId=${encodeURIComponent(uploadId)}`;

  return {
    /** All but the last part have at least 5 MiB. */
    async add(bytes: Buffer) {
      const query = `partNumber=${etags.length + 1}&${inUpload}`;
      const answer = await client.makeRequestAsyncOmit({ ...request, method: 'PUT', query }, bytes);
      etags.push(answer.headers.etag ?? '');
    },

    async complete() {
      const answer = await client.makeRequestAsync(
        { ...request, method: 'POST', query: inUpload, headers: { ...ONLY_IF_NEW } },
        completion(etags),
      );
      // The server may say 200 first and find out later that it failed.
      const body = await text(answer);
      const failure = /<Error>.*?<Code>(\w+)<\/Code>/s.exec(body);
      if (failure) throw new S3Failure(500, failure[1] ?? '');
    },

    /** Removes the parts. */
    abort: () => client.abortMultipartUpload(bucket, key, uploadId),
  };
}

/** A file on its way in parts: nothing is under its key before it is complete. */
export type PartedUpload = Awaited<ReturnType<typeof beginUpload>>;

const completion = (etags: readonly string[]): string => {
  const parts = etags.map((etag, i) => {
    const digits = etag.replace(/[^\w-]/g, '');
    return `<Part><PartNumber>${i + 1}</PartNumber><ETag>${digits}</ETag></Part>`;
  });
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
};
