import { MutationObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { createApi } from '../../queries/api.ts'
import { createQueryClient } from '../../session/query-client.ts'
import { sessionKey } from '../../session/session.tsx'
import { dismissToast, getToasts } from '../../ui/overlays/toast-store.ts'
import { closeFavouriteMailOffer, favouriteMailOffer } from './favourite-mail-offer-store.ts'
import { favouriteMutation, readFavourites } from './favourite-mutation.ts'

const id = 7
const heartPath = apiPaths.favourite('misc', id)

/** Creates a server whose responses the test sends by hand. */
function openSite({ favourites = [1], mailFavourites = true } = {}) {
  const site = { favourites: new Set(favourites), mailFavourites }
  const waiting: { what: string; respond: (refusal?: Response | Error) => void }[] = []
  const outliving: string[] = []
  const responses: Record<string, () => Response> = {
    [`PUT ${heartPath}`]: () => changed(() => site.favourites.add(id)),
    [`DELETE ${heartPath}`]: () => changed(() => site.favourites.delete(id)),
    [`GET ${apiPaths.me}`]: () => Response.json({ id: 1, favourites: [...site.favourites] }),
    [`GET ${apiPaths.account}`]: () => Response.json({ ...site, mailSaved: true }),
  }
  const changed = (change: () => void) => {
    change()
    return new Response(null, { status: 204 })
  }
  const api = createApi((path, init) => {
    const what = `${init?.method ?? 'GET'} ${path}`
    if (init?.keepalive) outliving.push(what)
    // The response shows the server's state when the request reaches it.
    const response = responses[what]?.() ?? new Response(null, { status: 404 })
    return new Promise<Response>((resolve, reject) => {
      const respond = (refusal?: Response | Error) =>
        refusal instanceof Error ? reject(refusal) : resolve(refusal ?? response)
      waiting.push({ what, respond })
    })
  })
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionKey, { id: 1, favourites })
  const options = favouriteMutation({ api, queryClient }, { category: 'misc', id })
  const heart = new MutationObserver(queryClient, options)
  return {
    site,
    press: (isFavourite: boolean) => heart.mutate(isFavourite).catch(() => undefined),
    /** Returns whether the hearts of the listing are shown as pressed. */
    isShown: () => readFavourites(queryClient)?.has(id),
    /** Waits for a request, and removes it from the waiting ones. */
    async take(what: string) {
      const find = () => waiting.findIndex((each) => each.what === what)
      await vi.waitFor(() => expect(find()).not.toBe(-1))
      const [request] = waiting.splice(find(), 1)
      if (!request) throw new Error(`There is no ${what}`)
      return request.respond
    },
    waiting: () => waiting.map(({ what }) => what),
    /** The requests that the browser still sends after the student has left the page. */
    outliving,
  }
}

const put = `PUT ${heartPath}`
const remove = `DELETE ${heartPath}`
const me = `GET ${apiPaths.me}`
const refusal = (status: number, error: string) => Response.json({ error }, { status })
const settled = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
})

afterEach(() => {
  closeFavouriteMailOffer()
  for (const toast of getToasts()) dismissToast(toast.id)
  vi.unstubAllGlobals()
})

it('shows a press at once, and then what the server says', async () => {
  const { press, isShown, take } = openSite()
  const done = press(true)
  expect(isShown()).toBe(true)
  ;(await take(put))()
  await done
  expect(isShown()).toBe(true)
  ;(await take(me))()
  await settled()
  expect(isShown()).toBe(true)
  expect(getToasts()).toEqual([])
})

it.each([
  [429, "You've saved 200 listings, which is the limit. Remove some first.", true],
  [410, 'This item has been sold.', false],
  [400, 'This is your own listing.', false],
  [503, 'Quad is busy right now.', false],
])('undoes a press that the server refuses with %i, and says why', async (status, text, leads) => {
  const { press, isShown, take, site } = openSite()
  const done = press(true)
  const respond = await take(put)
  site.favourites.delete(id)
  respond(refusal(status, text))
  await done
  expect(isShown()).toBe(false)
  expect(getToasts()).toMatchObject([{ variant: 'danger', text }])
  expect(getToasts()[0]?.action !== undefined).toBe(leads)
})

it.each([
  [true, '/login?next=%2Frentals%3Fq%3Dalbert%23save%3Dmisc%2F7'],
  [false, '/login?next=%2Frentals%3Fq%3Dalbert'],
])('leads to the login when the session has ended (saves: %s)', async (isFavourite, href) => {
  vi.stubGlobal('location', { pathname: '/rentals', search: '?q=albert' })
  const { press, take } = openSite({ favourites: isFavourite ? [1] : [id] })
  const done = press(isFavourite)
  ;(await take(isFavourite ? put : remove))(refusal(401, 'Please log in.'))
  await done
  expect(getToasts()).toMatchObject([{ action: { label: 'Log in', href } }])
})

it('ends as the server has it when only the answer was lost', async () => {
  const { press, isShown, take } = openSite()
  const done = press(true)
  ;(await take(put))(new TypeError('Failed to fetch'))
  await done
  expect(isShown()).toBe(false)
  expect(getToasts()).toMatchObject([
    { text: "You're offline. Check your connection and try again." },
  ])
  ;(await take(me))()
  await settled()
  expect(isShown()).toBe(true)
})

it('stays as it was without a connection', async () => {
  const { press, isShown, take, site } = openSite({ favourites: [id] })
  const done = press(false)
  const respond = await take(remove)
  site.favourites.add(id)
  respond(new TypeError('Failed to fetch'))
  await done
  ;(await take(me))(new TypeError('Failed to fetch'))
  await settled()
  expect(isShown()).toBe(true)
})

it('sends presses one after the other; the last one counts', async () => {
  const { press, isShown, take, waiting, site } = openSite()
  const presses = [press(true), press(false), press(true), press(false)]
  expect(isShown()).toBe(false)
  for (const what of [put, remove, put, remove]) {
    const respond = await take(what)
    expect(waiting().filter((each) => each !== me)).toEqual([])
    expect(isShown()).toBe(false)
    respond()
  }
  await Promise.all(presses)
  expect(isShown()).toBe(false)
  expect(site.favourites.has(id)).toBe(false)
})

it('is not lost when the student leaves the page right after the press', async () => {
  const { press, take, outliving } = openSite()
  for (const [isFavourite, what] of [
    [true, put],
    [false, remove],
  ] as const) {
    const done = press(isFavourite)
    ;(await take(what))()
    await done
  }
  expect(outliving).toEqual([put, remove])
})

it('drops what the server said before a later press', async () => {
  const { press, isShown, take } = openSite()
  const saved = press(true)
  ;(await take(put))()
  await saved
  const respondOld = await take(me)
  const removed = press(false)
  ;(await take(remove))()
  await removed
  ;(await take(me))()
  await settled()
  respondOld()
  await settled()
  expect(isShown()).toBe(false)
})

it('asks about mail after the first heart only, and not who gets it', async () => {
  for (const [favourites, mailFavourites, isAsked] of [
    [[], false, true],
    [[1], false, false],
    [[], true, false],
  ] as const) {
    const { press, take, waiting } = openSite({ favourites: [...favourites], mailFavourites })
    const done = press(true)
    ;(await take(put))()
    if (favourites.length === 0) (await take(`GET ${apiPaths.account}`))()
    await done
    expect(waiting()).toEqual([me])
    expect(favouriteMailOffer.get()).toBe(isAsked ? id : null)
    closeFavouriteMailOffer()
  }
})
