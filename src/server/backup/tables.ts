export interface KeptTable {
  name: string
  /** What tells its rows apart, and the order they are read in. */
  key: string[]
  /** Whether the database numbers its rows. */
  numbered?: boolean
}

/** What a backup holds, each table after those it refers to. */
export const keptTables: KeptTable[] = [
  { name: 'users', key: ['id'], numbered: true },
  { name: 'listings', key: ['id'], numbered: true },
  { name: 'photos', key: ['name'] },
  { name: 'photo_uses', key: ['photo_name', 'listing_id'] },
  { name: 'listing_views', key: ['listing_id', 'day'] },
  { name: 'visits', key: ['id'], numbered: true },
]

/** What a backup leaves out, and why. */
export const tablesLeftOut: Record<string, string> = {
  sessions: 'a stolen backup opens no session',
  password_resets: 'a stolen backup changes no password',
  outgoing_mail: 'it holds reset links, and a restored site must not send old mail again',
  rate_limits: 'they run for an hour at most',
  counted_views: 'who visited today is forgotten with the day',
  day_salts: 'with it, the visitors of today could be told',
  counters: 'a restore raises them by itself',
  migrations: 'the schema is made by the migrations themselves',
}
