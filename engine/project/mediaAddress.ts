/**
 * Schemes that make a text an address. "rec-12:30.mp4" has none of them, so it is the name of a file. Some are read by
 * browsers, the others by ffmpeg, which may write options behind one: "subfile,,start,0,end,0,,:".
 */
const schemes = [
  ...['about', 'blob', 'data', 'file', 'filesystem', 'javascript', 'vbscript', 'view-source'],
  ...['amqp', 'amqps', 'async', 'bluray', 'cache', 'concat', 'concatf', 'crypto', 'dvd', 'fd', 'ffrtmpcrypt'],
  ...['ffrtmphttp', 'ftp', 'ftps', 'gopher', 'gophers', 'hls', 'http', 'httpproxy', 'https', 'icecast', 'ipfs', 'ipns'],
  ...['libsmbclient', 'lavfi', 'md5', 'mmsh', 'mmst', 'pipe', 'prompeg', 'rist', 'rtmp', 'rtmpe', 'rtmps', 'rtmpt'],
  ...['rtmpte', 'rtmpts', 'rtp', 'rtsp', 'sctp', 'sftp', 'smb', 'srt', 'srtp', 'subfile', 'tcp', 'tee', 'tls', 'udp'],
  ...['udplite', 'unix', 'zmq'],
];

const scheme = new RegExp(`^(?:(?:${schemes.join('|')})(?:,[^:]*)?:|[a-z][a-z0-9+.-]*://)`, 'i');

/** Whether a text is an address with a scheme, and not the path of a file, which may hold a colon. */
export function hasScheme(text: string): boolean {
  return scheme.test(text);
}

/** Whether a text is an address on the web. */
export function isHttpAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}
