import type { Page } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { expect } from './fixtures.ts'

/** The listing whose heart the tests press. */
export const title = 'Whole house on Albert Street'
const mailLabel = 'Email me if the price drops or it sells'

export const heart = (page: Page, name = title) =>
  page.getByRole('button', { name: `Save ${name}`, exact: true })
export const heartLink = (page: Page) =>
  page.getByRole('link', { name: `Log in to save ${title}`, exact: true })
export const expectSaved = (page: Page, isSaved: boolean, name = title) =>
  expect(heart(page, name)).toHaveAttribute('aria-pressed', String(isSaved))
export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
export const mailBox = (page: Page) => page.getByRole('checkbox', { name: mailLabel })

export const readFavourites = async (page: Page): Promise<number[]> =>
  (await (await page.request.get(apiPaths.me)).json()).favourites
