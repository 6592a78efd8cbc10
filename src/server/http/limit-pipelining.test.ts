import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { limitPipelining, maxPendingRequests } from './limit-pipelining.ts'

const request = 'GET / HTTP/1.1\r\nHost: quad\r\n\r\n'

async function start() {
  const seen = { handled: 0 }
  const server = createServer(
    limitPipelining((_request, response) => {
      seen.handled += 1
      setImmediate(() => response.end('ok'))
    }),
  )
  server.listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  const responses = () => received.split('HTTP/1.1 200').length - 1
  return { seen, socket, responses }
}

it('answers any number of requests, one after the other', async () => {
  const { socket, responses } = await start()
  for (let sent = 1; sent <= 20; sent++) {
    socket.write(request)
    await expect.poll(responses, { interval: 1 }).toBe(sent)
  }
})

it('answers as many requests at once as it allows', async () => {
  const { socket, responses } = await start()
  socket.write(request.repeat(maxPendingRequests))
  await expect.poll(responses).toBe(maxPendingRequests)
})

it('ends a connection that sends more, and handles no more of them', async () => {
  const { seen, socket } = await start()
  socket.on('error', () => {})
  socket.write(request.repeat(1_000))
  await once(socket, 'close')
  expect(seen.handled).toBe(maxPendingRequests)
})
