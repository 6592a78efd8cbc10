import { createServer } from 'node:http'

/** A server that answers with a minimal response, using node:http. */
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/plain' })
  response.end('hello world')
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready at'))
