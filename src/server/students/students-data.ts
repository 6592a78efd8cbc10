import sql from 'sql-template-tag'
import type { AccountExport } from '#contract/account-export.ts'
import type { Db } from '../database/database.ts'
import type { RoomData } from '../database/room-data.ts'
import { toIso, toIsoOrNull } from '../durations.ts'
import { deleteExpiredCodes } from './confirmation/confirmation-codes.ts'
import { deleteExpiredSignUps } from './confirmation/unconfirmed-sign-ups.ts'
import { deleteExpiredChallenges } from './passkeys/challenges.ts'
import { findPasskeys } from './passkeys/passkey-queries.ts'
import { deleteExpiredResets } from './passwords/reset-password.ts'
import { deleteExpiredExportLinks } from './restrictions/export-link.ts'
import { deleteExpiredRestrictions } from './restrictions/restriction-queries.ts'
import {
  countRecoveryCodes,
  deleteExpiredDevices,
  findAuthenticator,
} from './second-factor/second-factor-queries.ts'
import { deleteExpiredSecurityEvents } from './security-event-queries.ts'
import { deleteExpiredSessions } from './sessions/session-queries.ts'
import { findUniversityAccount } from './university/university-account-queries.ts'
import { findUser } from './user-queries.ts'

/** The folder account/ exports and deletes the row in `users`. */
export const studentsData: RoomData = {
  tables: {
    users: { key: ['id'], hasGeneratedId: true },
    university_accounts: { key: ['user_id'], references: ['users'] },
    restrictions: { key: ['log_id'], references: ['moderation_log'] },
    restriction_keys: { key: ['id'] },
    sessions: { notInBackups: 'a stolen backup opens no session', references: ['users'] },
    password_resets: {
      notInBackups: 'a stolen backup changes no password',
      references: ['users'],
    },
    export_links: {
      notInBackups: 'a stolen backup opens no data as it is today',
      references: ['users'],
    },
    confirmation_codes: {
      notInBackups: 'a stolen backup confirms no address',
      references: ['users'],
    },
    passkeys: { key: ['id'], hasGeneratedId: true, references: ['users'] },
    authenticators: { key: ['user_id'], references: ['users'] },
    recovery_codes: { key: ['user_id', 'code_hash'], references: ['users'] },
    second_factor_devices: {
      notInBackups: 'after a restore, every device is asked for the second factor again',
      references: ['users'],
    },
    used_challenges: { notInBackups: 'they expire after five minutes' },
    unconfirmed_sign_ups: { notInBackups: 'they are deleted after an hour' },
    security_events: {
      notInBackups: 'they tell who was where, and are deleted after 30 days',
      references: ['users'],
    },
  },
  async export(db, { id }) {
    const account = await findUser(db, id)
    return {
      affiliations: account?.affiliations ?? null,
      roleDates: {
        endsAt: toIsoOrNull(account?.roleEndsAt ?? null),
        activeOn: account?.roleActiveOn ?? null,
        confirmedAt: toIsoOrNull(account?.roleConfirmedAt ?? null),
      },
      deletionPlannedFor: toIsoOrNull(account?.deleteAt ?? null),
      universityAccount: await exportUniversityAccount(db, id),
      sessions: await exportSessions(db, id),
      securityEvents: await exportSecurityEvents(db, id),
      resets: await exportResets(db, id),
      confirmationCodes: await exportConfirmationCodes(db, id),
      passkeys: await exportPasskeys(db, id),
      secondFactor: await exportSecondFactor(db, id),
    }
  },
  expire: [
    deleteExpiredSessions,
    deleteExpiredResets,
    deleteExpiredCodes,
    deleteExpiredSignUps,
    deleteExpiredSecurityEvents,
    deleteExpiredRestrictions,
    deleteExpiredExportLinks,
    deleteExpiredChallenges,
    deleteExpiredDevices,
  ],
}

async function exportUniversityAccount(
  db: Db,
  studentId: number,
): Promise<AccountExport['universityAccount']> {
  const account = await findUniversityAccount(db, studentId)
  if (!account) return null
  const { issuer, subject, joinedAt, lastLoginAt } = account
  return {
    issuer,
    subject,
    joinedAt: toIso(joinedAt),
    lastLoginAt: toIso(lastLoginAt),
  }
}

async function exportSessions(db: Db, studentId: number): Promise<AccountExport['sessions']> {
  const rows = await db.all<{
    device: string | null
    created_at: number
    refreshed_at: number
    last_used_at: number
    issuer: string | null
    proved_at: number | null
    second_factor_at: number | null
  }>(sql`
    SELECT device, created_at, refreshed_at, last_used_at, issuer, proved_at, second_factor_at
    FROM sessions
    WHERE user_id = ${studentId} ORDER BY created_at`)
  return rows.map((row) => ({
    device: row.device,
    startedAt: toIso(row.created_at),
    lastRefreshedAt: toIso(row.refreshed_at),
    lastUsedAt: toIso(row.last_used_at),
    issuer: row.issuer,
    provedAt: toIsoOrNull(row.proved_at),
    secondFactorAt: toIsoOrNull(row.second_factor_at),
  }))
}

async function exportSecurityEvents(
  db: Db,
  studentId: number,
): Promise<AccountExport['securityEvents']> {
  const rows = await db.all<{ kind: string; device: string | null; created_at: number }>(sql`
    SELECT kind, device, created_at FROM security_events WHERE user_id = ${studentId} ORDER BY id`)
  return rows.map(({ kind, device, created_at }) => ({
    kind,
    device,
    happenedAt: toIso(created_at),
  }))
}

async function exportPasskeys(db: Db, studentId: number): Promise<AccountExport['passkeys']> {
  const passkeys = await findPasskeys(db, studentId)
  return passkeys.map(({ id: _id, studentId: _studentId, createdAt, lastUsedAt, ...passkey }) => ({
    ...passkey,
    addedAt: toIso(createdAt),
    lastUsedAt: toIsoOrNull(lastUsedAt),
  }))
}

async function exportSecondFactor(
  db: Db,
  studentId: number,
): Promise<AccountExport['secondFactor']> {
  const devices = await db.all<{ used_at: number }>(sql`
    SELECT used_at FROM second_factor_devices WHERE user_id = ${studentId} ORDER BY used_at`)
  const authenticator = await findAuthenticator(db, studentId)
  return {
    authenticatorAddedAt: toIsoOrNull(authenticator?.addedAt ?? null),
    recoveryCodesLeft: await countRecoveryCodes(db, studentId),
    devicesUsedAt: devices.map(({ used_at }) => toIso(used_at)),
  }
}

interface ExpiringRow {
  created_at: number
  expires_at: number
}

const toAskedAndExpires = ({ created_at, expires_at }: ExpiringRow) => ({
  askedAt: toIso(created_at),
  expiresAt: toIso(expires_at),
})

async function exportResets(db: Db, studentId: number): Promise<AccountExport['resets']> {
  const rows = await db.all<ExpiringRow>(sql`
    SELECT created_at, expires_at FROM password_resets WHERE user_id = ${studentId}`)
  return rows.map(toAskedAndExpires)
}

async function exportConfirmationCodes(
  db: Db,
  studentId: number,
): Promise<AccountExport['confirmationCodes']> {
  const rows = await db.all<ExpiringRow & { purpose: string }>(sql`
    SELECT purpose, created_at, expires_at FROM confirmation_codes
    WHERE user_id = ${studentId} ORDER BY id`)
  return rows.map((row) => ({ purpose: row.purpose, ...toAskedAndExpires(row) }))
}
