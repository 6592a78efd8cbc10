import { z } from 'zod'
import { confirmEmailBody, signUpBody } from './accounts.ts'
import { settingsBody, settingsResponse, testMailResponse } from './settings.ts'
import { settingsSteps, setupSteps } from './setup-steps.ts'

/** The token of the link. The browser gets a cookie for it. */
export const setupSessionBody = z.object({ token: z.string().max(100) })

export const setupResponse = settingsResponse
  .pick({ settings: true, file: true, version: true })
  .extend({
    /** The steps that are done, in any order. */
    done: z.array(z.enum(setupSteps)),
    mail: z.object({
      /** The host of the mail server, or null if emails are files on the server. */
      server: z.string().nullable(),
      /** The sender of all emails. */
      from: z.string(),
      /** The address that the last test email was sent to. */
      sentTo: z.string().nullable(),
    }),
    admin: z.object({
      /** The address that the last code for the first admin was sent to. */
      sentTo: z.string().nullable(),
      /** Whether the first admin chooses a password. Otherwise the university account logs them in. */
      hasPassword: z.boolean(),
    }),
  })

export const setupSettingsBody = settingsBody.extend({ step: z.enum(settingsSteps) })

export const testMailBody = z.object({
  to: z
    .email('Must be an email address')
    .max(254, 'Must be at most 254 characters')
    .transform((address) => address.toLowerCase()),
})

export const setupCodeBody = confirmEmailBody

/** The first admin of a site where students log in with their university account only. */
export const adminWithoutPassword = z.object({
  firstName: signUpBody.shape.firstName,
  lastName: signUpBody.shape.lastName,
  email: signUpBody.shape.email,
})

export const setupAdminResponse = testMailResponse.extend({
  /** Whether the set-up is over, and the browser is logged in as the first admin. */
  isFinished: z.boolean(),
})

export type SetupResponse = z.infer<typeof setupResponse>
export type SetupSettingsBody = z.input<typeof setupSettingsBody>
export type SetupAdminResponse = z.infer<typeof setupAdminResponse>
