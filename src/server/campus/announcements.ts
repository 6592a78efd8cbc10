import sql from 'sql-template-tag'
import {
  type Announcement,
  type AnnouncementFields,
  maxAnnouncements,
  maxShownAnnouncements,
} from '#contract/announcements.ts'
import type { ShownAnnouncement } from '#contract/rendering.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import type { Db } from '../database/database.ts'
import type { RoomData } from '../database/room-data.ts'
import { lockKey } from '../database/sql-fragments.ts'

/** How many ended announcements admins see. */
const shownEnded = 20

const columns = sql`
  id, version, text, link, first_day AS "firstDay", last_day AS "lastDay", university`

/** Returns those that have not ended on this day, then the last ended ones. */
export function findAnnouncements(db: Db, today: string): Promise<Announcement[]> {
  return db.all<Announcement>(sql`
    SELECT ${columns} FROM announcements
    ORDER BY CASE WHEN last_day >= ${today} THEN 0 ELSE 1 END, first_day DESC, id DESC
    LIMIT ${maxAnnouncements + shownEnded}`)
}

export function findAnnouncement(db: Db, id: number): Promise<Announcement | undefined> {
  return db.get<Announcement>(sql`SELECT ${columns} FROM announcements WHERE id = ${id}`)
}

/** Makes the changes of two admins wait for each other. Call it first in a transaction that changes announcements. */
export const lockAnnouncements = (tx: Db) => lockKey(tx, 'announcements')

export async function countCurrentAnnouncements(db: Db, today: string): Promise<number> {
  const row = await db.get<{ count: number }>(
    sql`SELECT COUNT(*) AS count FROM announcements WHERE last_day >= ${today}`,
  )
  return row?.count ?? 0
}

export async function insertAnnouncement(tx: Db, fields: AnnouncementFields): Promise<void> {
  const { text, link, firstDay, lastDay, university } = fields
  await tx.run(sql`
    INSERT INTO announcements (text, link, first_day, last_day, university)
    VALUES (${text}, ${link}, ${firstDay}, ${lastDay}, ${university})`)
}

/** The version grows, so that browsers that have dismissed the announcement show it again. */
export async function updateAnnouncement(
  tx: Db,
  id: number,
  { text, link, firstDay, lastDay, university }: AnnouncementFields,
): Promise<void> {
  await tx.run(sql`
    UPDATE announcements SET version = version + 1, text = ${text}, link = ${link},
      first_day = ${firstDay}, last_day = ${lastDay}, university = ${university}
    WHERE id = ${id}`)
}

export async function deleteAnnouncement(tx: Db, id: number): Promise<void> {
  await tx.run(sql`DELETE FROM announcements WHERE id = ${id}`)
}

export interface AnnouncementSource {
  refresh(): Promise<void>
  /** Returns what a page shows. Without a university, only what is for everyone. */
  shownTo(university: string | undefined, now: number): ShownAnnouncement[]
}

/** Keeps the announcements in memory, because every page asks for them. */
export async function openAnnouncementSource(
  db: Db,
  now: () => number,
): Promise<AnnouncementSource> {
  let current: Announcement[] = []
  let last = Promise.resolve()
  const refreshNow = async () => {
    const today = campusIsoDate(now())
    current = (await findAnnouncements(db, today)).filter(({ lastDay }) => lastDay >= today)
  }
  const source: AnnouncementSource = {
    refresh() {
      // One after the other: a slow one must not bring back what was deleted.
      last = last.catch(() => undefined).then(refreshNow)
      return last
    },
    shownTo(university, time) {
      if (current.length === 0) return []
      const today = campusIsoDate(time)
      return current
        .filter(
          (each) =>
            each.firstDay <= today &&
            today <= each.lastDay &&
            (each.university === null || each.university === university),
        )
        .slice(0, maxShownAnnouncements)
        .map(({ id, version, text, link, university: ofUniversity }) => ({
          key: `${id}-${version}`,
          text,
          link,
          isForUniversity: ofUniversity !== null,
        }))
    },
  }
  await source.refresh()
  return source
}

export const announcementsData: RoomData = {
  tables: { announcements: { key: ['id'], hasGeneratedId: true } },
}
