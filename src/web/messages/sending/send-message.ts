import type { SendMessage, SendMessageResponse } from '#contract/messages.ts'
import { type Api, ApiError, errorMessage } from '../../queries/api.ts'

/** One for all tries of a message, so that it is never there twice. Without crypto.randomUUID, which plain http lacks. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

/** `path` is that of a thread's messages, or of a listing's for the first one. */
export const sendMessage = (api: Api, path: string, message: Required<SendMessage>) =>
  api.post<SendMessageResponse>(path, message)

/** What is wrong with the text comes before what the response says of all. */
export const sendErrorMessage = (error: unknown): string =>
  (error instanceof ApiError && error.fields.body) || errorMessage(error)
