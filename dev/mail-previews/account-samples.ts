import { pagePaths } from '#contract/paths.ts'
import { buildTestMail } from '#server/mail/send-now.ts'
import { buildSetupMail } from '#server/setup/setup-mails.ts'
import {
  buildCodeMail,
  buildLoginChangeMail,
  buildPasswordChangedMail,
  buildResetMail,
  buildUniversityJoinedMail,
} from '#server/students/account-mails.ts'
import type { MailVariants, SampleContext } from './sample-context.ts'

export function accountSamples({ student, unproven, appUrl, now, token }: SampleContext) {
  const code = { code: '048213', appUrl }
  const link = { link: appUrl + pagePaths.resetLink(token), requestedAt: now }
  const joined = { label: 'WatIAM', joinedAt: now }
  return {
    'confirmation-code': [
      { name: 'new account', mail: buildCodeMail(unproven, code).mail },
      { name: 'once a year', mail: buildCodeMail({ ...unproven, confirmedAt: now }, code).mail },
    ],
    'join-code': [
      { name: 'usual', mail: buildCodeMail(student, { ...code, purpose: 'join' }).mail },
    ],
    'identity-code': [
      { name: 'usual', mail: buildCodeMail(student, { ...code, purpose: 'identity' }).mail },
    ],
    test: [{ name: 'usual', mail: buildTestMail(student.email) }],
    'setup-test': [{ name: 'usual', mail: buildSetupMail(student.email, 'test', code.code) }],
    'setup-code': [{ name: 'usual', mail: buildSetupMail(student.email, 'admin', code.code) }],
    'university-joined': (['nothing', 'ways in', 'everything'] as const).map((cleared) => ({
      name: `removed ${cleared}`,
      mail: buildUniversityJoinedMail(student, { ...joined, cleared }),
    })) as MailVariants,
    'password-reset': [{ name: 'usual', mail: buildResetMail(student, link) }],
    'password-changed': [
      {
        name: 'by a link',
        mail: buildPasswordChangedMail(student, { changedAt: now, loggedOut: 'all' }),
      },
      {
        name: 'by a link, with a university account',
        mail: buildPasswordChangedMail(student, {
          changedAt: now,
          loggedOut: 'all',
          isDisconnected: true,
        }),
      },
      {
        name: 'on the account page',
        mail: buildPasswordChangedMail(student, { changedAt: now, loggedOut: 'others' }),
      },
      {
        name: 'the first one',
        mail: buildPasswordChangedMail(student, {
          changedAt: now,
          loggedOut: 'others',
          isFirst: true,
        }),
      },
    ],
    'login-change': [
      {
        name: 'passkey added',
        mail: buildLoginChangeMail(student, {
          change: 'passkey added',
          appUrl,
          hasPassword: true,
          changedAt: now,
        }),
      },
      {
        name: 'recovery code used',
        mail: buildLoginChangeMail(student, {
          change: 'recovery code used',
          appUrl,
          hasPassword: false,
          changedAt: now,
        }),
      },
    ],
  } satisfies Record<string, MailVariants>
}
