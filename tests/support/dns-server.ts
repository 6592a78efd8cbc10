import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

const txtType = 16
const nameError = 3

/**
 * Starts a real name server on a free port of this machine, until the test ends. It answers with the TXT records of
 * these names, and says of all others that they do not exist.
 */
export async function startDnsServer(records: Record<string, string[]>) {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, { address, port }) => {
    const { name, end } = readName(query, 12)
    asked.push(name)
    const isText = query.readUInt16BE(end) === txtType
    const known = records[name.toLowerCase()]
    const answers = isText ? (known ?? []) : []
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180 | (known ? 0 : nameError), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(answers.length, 6)
    const question = query.subarray(12, end + 4)
    socket.send(Buffer.concat([header, question, ...answers.map(encodeText)]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { address: `127.0.0.1:${socket.address().port}`, asked }
}

function readName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = []
  let at = start
  for (let length = message[at]; length; length = message[at]) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 1 }
}

/** Encodes a TXT record of the question's name. Texts longer than 255 bytes are split, as the protocol demands. */
function encodeText(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? ['']
  const data = Buffer.concat(
    parts.map((part) => Buffer.from(`${String.fromCharCode(part.length)}${part}`, 'latin1')),
  )
  const head = Buffer.alloc(12)
  // A pointer to the name in the question.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(txtType, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
