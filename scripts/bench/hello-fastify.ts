import fastify from 'fastify'

/** The baseline: a server that answers with minimal JSON, using Fastify. */
const app = fastify()
const schema = {
  response: { 200: { type: 'object', properties: { hello: { type: 'string' } } } },
}
app.get('/', { schema }, async () => ({ hello: 'world' }))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
console.log('ready at')
