import { setTimeout as pause } from 'node:timers/promises'
import { changePassword as changeBody, done, resetPassword } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import type { App } from '../http.ts'
import { addressGroup } from '../limits/client-address.ts'
import { resetsFromOneAddress } from './account-limits.ts'
import { type AccountParts, neverCached } from './account-parts.ts'
import { changePassword, requestReset } from './reset-password.ts'

/** Longer than writing and sending takes, so that the time of the answer says nothing about the address. */
const resetAnswerMs = 100

export function passwordRoutes(app: App, parts: AccountParts) {
  const { config, db, limiter, guesses, mail, now } = parts

  app.post(
    '/api/auth/reset-password',
    {
      onRequest: neverCached,
      schema: {
        tags: ['Accounts'],
        summary: 'Ask for a link to set a new password',
        description: 'The answer is the same whether or not the address has an account.',
        body: resetPassword,
        response: { 200: done, '4xx': errorBody },
      },
    },
    async ({ body, ip }) => {
      await limiter.take(db, resetsFromOneAddress, addressGroup(ip))
      const request = requestReset({ db, limiter, appUrl: config.APP_URL }, body.email, now())
      await Promise.all([request.then(mail.nudge), pause(resetAnswerMs)])
      return { message: 'If that address has an account, a reset link is on its way.' }
    },
  )

  app.post(
    '/api/auth/change-password',
    {
      onRequest: neverCached,
      schema: {
        tags: ['Accounts'],
        summary: 'Set a new password with the token of a reset link',
        body: changeBody,
        response: { 200: done, '4xx': errorBody },
      },
    },
    async ({ body, ip }) => {
      const email = await changePassword(parts, body)
      mail.nudge()
      await guesses.forgive({ email, address: addressGroup(ip) })
      return { message: 'Your password was changed.' }
    },
  )
}
