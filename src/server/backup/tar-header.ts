export const blockSize = 512

export interface TarHeader {
  name: string
  size: number
  /** In seconds since the epoch. */
  time: number
}

const maxNameBytes = 100
const maxFileBytes = 8 ** 11 - 1
const offsets = { name: 0, mode: 100, size: 124, time: 136, sum: 148, type: 156, magic: 257 }

/** The ustar header of a file with mode 0600. */
export function encodeTarHeader({ name, size, time }: TarHeader): Buffer {
  if (Buffer.byteLength(name) > maxNameBytes || size > maxFileBytes) {
    throw new RangeError(`${name} does not fit into a tar file.`)
  }
  const header = Buffer.alloc(blockSize)
  header.write(name, offsets.name)
  header.write('0000600\x000000000\x000000000\0', offsets.mode)
  header.write(`${toOctal(size)}\0`, offsets.size)
  header.write(`${toOctal(time)}\0`, offsets.time)
  header.write('        ', offsets.sum)
  header.write('0', offsets.type)
  header.write('ustar\x0000', offsets.magic)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, offsets.sum)
  return header
}

/** Undefined unless every byte is as `encodeTarHeader` would write it. */
export function decodeTarHeader(block: Buffer): TarHeader | undefined {
  const text = (start: number, length: number) =>
    block.toString('utf8', start, start + length).split('\0')[0] ?? ''
  const header = {
    name: text(offsets.name, maxNameBytes),
    size: Number.parseInt(text(offsets.size, 12), 8),
    time: Number.parseInt(text(offsets.time, 12), 8),
  }
  if (!header.name || Number.isNaN(header.size) || Number.isNaN(header.time)) return undefined
  return encodeTarHeader(header).equals(block) ? header : undefined
}

/** The content of a file is padded to whole blocks. */
export function paddingBytes(size: number): number {
  return (blockSize - (size % blockSize)) % blockSize
}

const toOctal = (number: number) => number.toString(8).padStart(11, '0')
