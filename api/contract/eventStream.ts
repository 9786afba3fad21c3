/** A server-sent event (WHATWG HTML §9.2). */
export interface ServerEvent {
  /** Its type; "message" if the server names none. */
  event: string;
  data: string;
  id: string;
}

/**
 * Parses server-sent events from the body of an answer. Works wherever fetch does.
 * @param onBytes called for every chunk, including comments (heartbeats).
 */
export async function* readEvents(body: ReadableStream<Uint8Array>, onBytes?: () => void): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let pending = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes?.();
      pending += decoder.decode(value, { stream: true });
      // An event ends with an empty line; the last block is incomplete.
      const blocks = pending.split(/\r\n\r\n|\n\n|\r\r/);
      pending = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Parses the lines of one event; undefined for a block without data, such as a heartbeat. */
export function parseEvent(block: string): ServerEvent | undefined {
  const event: ServerEvent = { event: 'message', data: '', id: '' };
  const data: string[] = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':');
    if (colon === 0) continue;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    if (field === 'event') event.event = value;
    if (field === 'id') event.id = value;
  }
  if (data.length === 0) return undefined;
  event.data = data.join('\n');
  return event;
}
