import type { FastifyReply } from 'fastify'

export const json = 'application/json; charset=utf-8'

// Both functions skip the response schema, which costs more than the rest of a response. Use them for bodies that a
// presenter has built from public fields.

export const sendJson = (reply: FastifyReply, body: object): FastifyReply =>
  sendJsonText(reply, JSON.stringify(body))

export const sendJsonText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type(json).send(text)
