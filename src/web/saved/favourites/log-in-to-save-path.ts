import type { AnyCategory } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'

/** The login leads back to the page, whose hash then says what to save: `parsePendingSave` reads it. */
export const logInToSavePath = (pageUrl: string, { path }: AnyCategory, id: number) =>
  pagePaths.login(`${pageUrl}#save=${path}/${id}`)
