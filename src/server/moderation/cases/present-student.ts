import { findUniversity } from '#campus.ts'
import { campusIsoDate } from '#contract/campus-date.ts'
import type { StudentCase } from '#contract/moderation.ts'
import { toIsoOrNull } from '../../durations.ts'
import { fullName } from '../../students/person.ts'
import { isSuspended } from '../../students/restrictions/standing.ts'
import type { Account } from '../../students/user-queries.ts'

/** The parts of an account that moderators see. They see the university, not the address. */
export type ModeratedAccount = Pick<
  Account,
  'id' | 'firstName' | 'lastName' | 'email' | 'createdAt' | 'role' | 'suspendedUntil' | 'bannedAt'
>

export function presentStudent(account: ModeratedAccount, now: number): StudentCase['student'] {
  const { id, email, createdAt, role, suspendedUntil, bannedAt } = account
  return {
    id,
    name: fullName(account),
    university: findUniversity(email)?.name ?? null,
    memberSince: toMonth(createdAt),
    role,
    suspendedUntil: isSuspended(account, now) ? toIsoOrNull(suspendedUntil) : null,
    bannedAt: toIsoOrNull(bannedAt),
  }
}

export const toMonth = (time: number) => campusIsoDate(time).slice(0, 7)
