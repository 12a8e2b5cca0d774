/** What yazl takes: Node's own, which takes a fifth of the time of its library. */
export { crc32 as unsigned } from 'node:zlib';
