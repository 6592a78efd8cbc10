import { categories } from '#categories/index.ts'
import { listParameters } from '#contract/list-query.ts'
import { pagePaths } from '#contract/paths.ts'

export interface PageAddress {
  /** What the page is rendered for. */
  url: string
  /** Whether every visitor who asks for this address may have the same page. */
  isShared: boolean
}

const nowhere = '/there/is/no/such/page'
const listings = categories.map(({ path }) => path).join('|')
/** Pages that read nothing but their path. */
const readNoParameters = new RegExp(
  `^(${pagePaths.home}|${pagePaths.about}|${pagePaths.privacy}|/(${listings})/[1-9]\\d*)$`,
)
const plainPath = /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/

/** Parameters that a page does not read are left out: with them, one page would be kept many times. */
export function pageAddress(asked: string): PageAddress {
  if (plainPath.test(asked)) return { url: asked, isShared: true }
  // "//host/x" and "/\\x" read as another site's address; there is no such page here.
  const address = /^\/(?![/\\])/.test(asked) ? URL.parse(asked, 'http://localhost') : null
  if (!address) return { url: nowhere, isShared: false }
  const { pathname, searchParams } = address
  const category = categories.find(({ path }) => pathname === `/${path}`)
  if (category) return { url: listAddress(pathname, searchParams, category.id), isShared: true }
  if (readNoParameters.test(pathname)) return { url: pathname, isShared: true }
  return { url: asked, isShared: false }
}

function listAddress(path: string, given: URLSearchParams, category: keyof typeof listParameters) {
  const read = new URLSearchParams()
  for (const name of listParameters[category]) {
    const value = given.get(name)
    if (value) read.set(name, value)
  }
  return read.size ? `${path}?${read}` : path
}
