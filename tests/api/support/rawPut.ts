import http from 'node:http';

/** A PUT whose body is written by the caller. Resolves with the answer even if the server closes early. */
export function rawPut(
  uri: string,
  headers: Record<string, string>,
  write: (request: http.ClientRequest) => unknown,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const url = new URL(uri);
    const request = http.request(
      { method: 'PUT', host: url.hostname, port: url.port, path: url.pathname + url.search, headers },
      (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        answer.on('close', () => {
          resolve({ status: answer.statusCode ?? 0, text });
          request.destroy();
        });
      },
    );
    request.on('error', reject);
    void write(request);
  });
}
