export const blockSize = 512

export interface TarHeader {
  name: string
  size: number
  /** When it was made, in seconds. */
  time: number
}

const longestName = 100
const largestSize = 8 ** 11 - 1
const fields = { name: 0, mode: 100, size: 124, time: 136, sum: 148, type: 156, magic: 257 }

/** A file that only its owner may read, in the format that every tar program understands. */
export function encodeHeader({ name, size, time }: TarHeader): Buffer {
  if (Buffer.byteLength(name) > longestName || size > largestSize) {
    throw new RangeError(`${name} does not fit into a tar file.`)
  }
  const header = Buffer.alloc(blockSize)
  header.write(name, fields.name)
  header.write('0000600\x000000000\x000000000\0', fields.mode)
  header.write(`${octal(size)}\0`, fields.size)
  header.write(`${octal(time)}\0`, fields.time)
  header.write('        ', fields.sum)
  header.write('0', fields.type)
  header.write('ustar\x0000', fields.magic)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, fields.sum)
  return header
}

/** Undefined unless it is, to the last byte, what `encodeHeader` would have written. */
export function decodeHeader(block: Buffer): TarHeader | undefined {
  const text = (start: number, length: number) =>
    block.toString('utf8', start, start + length).split('\0')[0] ?? ''
  const header = {
    name: text(fields.name, longestName),
    size: Number.parseInt(text(fields.size, 12), 8),
    time: Number.parseInt(text(fields.time, 12), 8),
  }
  if (!header.name || Number.isNaN(header.size) || Number.isNaN(header.time)) return undefined
  return encodeHeader(header).equals(block) ? header : undefined
}

/** Files begin at whole blocks. */
export function paddingAfter(size: number): number {
  return (blockSize - (size % blockSize)) % blockSize
}

const octal = (number: number) => number.toString(8).padStart(11, '0')
