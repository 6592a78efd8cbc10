import { raw, type Sql } from 'sql-template-tag'
import type { PhotoHash } from './difference-hash.ts'

/** The numbers of the columns that hold a photo's hash. Each column has an index. */
export const bandNumbers = [1, 2, 3, 4] as const

type Bands<Prefix extends string> = Record<`${Prefix}band_${(typeof bandNumbers)[number]}`, number>

/** The hash columns of a photo that has a hash. */
export type BandsRow = Bands<''>
export type OtherBandsRow = Bands<'other_'>

/** Selects the hash columns of the table, with the prefix before each name. */
export const selectBands = (table: string, prefix: '' | 'other_' = ''): Sql =>
  raw(bandNumbers.map((band) => `${table}.band_${band} AS ${prefix}band_${band}`).join(', '))

export const readHash = (row: BandsRow): PhotoHash => bandNumbers.map((band) => row[`band_${band}`])

export const readOtherHash = (row: OtherBandsRow): PhotoHash =>
  bandNumbers.map((band) => row[`other_band_${band}`])
