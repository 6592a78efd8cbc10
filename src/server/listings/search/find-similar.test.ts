import { describe, expect, it } from 'vitest'
import { buildTestAppWithUsers, type JsonBody } from '#tests/support/build-test-app-with-users.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { engines } from '#tests/support/databases.ts'
import { invalidIds, listingInputs } from '#tests/support/listing-inputs.ts'

stayOnBuiltInCampus()

async function openSite(engine: (typeof engines)[number]) {
  const testApp = await buildTestAppWithUsers(engine)
  const post = async (path: string, input: object): Promise<number> =>
    (await testApp.ada.post(`/api/${path}`, input)).body.id
  const similar = async (path: string, id: number) =>
    (await testApp.visitor.get(`/api/${path}/${id}/similar`)).body.results.map(
      (listing: JsonBody) => listing.id,
    )
  return {
    ...testApp,
    similar,
    postRoom: (cost: number, input = {}) =>
      post('rentals', { ...listingInputs.rental, cost, is_sublet: true, ...input }),
    postBook: (price: number, input = {}) =>
      post('textbooks', { ...listingInputs.textbook, price, ...input }),
    postItem: (price: number, input = {}) =>
      post('misc', { ...listingInputs.misc, price, ...input }),
  }
}

describe.each(engines)('similar listings on %s', (engine) => {
  it('of a rental are sublets or leases like it, nearest in price first', async () => {
    const { postRoom, similar } = await openSite(engine)
    const room = await postRoom(800)
    const [far, near, same] = [await postRoom(1200), await postRoom(750), await postRoom(800)]
    const lease = await postRoom(800, { is_sublet: false })
    expect(await similar('rentals', room)).toEqual([same, near, far])
    expect(await similar('rentals', lease)).toEqual([])
    // If the owner has not said which kind the room is, all rooms are similar.
    const unsaid = await postRoom(810, { is_sublet: null })
    expect(await similar('rentals', unsaid)).toEqual(
      expect.arrayContaining([room, near, far, lease]),
    )
  })

  it('of a textbook are those of its course, then those of its faculty', async () => {
    const { postBook, similar } = await openSite(engine)
    const book = await postBook(50, { course_code: 'MATH 135' })
    const sameCourse = await postBook(90, { course_code: 'math-135', faculty: 'Engineering' })
    const sameFaculty = await postBook(51)
    await postBook(50, { course_code: 'ECE 140', faculty: 'Engineering' })
    expect(await similar('textbooks', book)).toEqual([sameCourse, sameFaculty])
  })

  it('share any of several courses', async () => {
    const { postBook, similar } = await openSite(engine)
    const book = await postBook(50, { course_codes: ['MATH 135', 'MATH 137'] })
    const other = { faculty: 'Engineering' }
    const first = await postBook(60, { ...other, course_codes: ['CS 246', 'MATH 137'] })
    const second = await postBook(70, { ...other, course_codes: ['MATH 135'] })
    await postBook(50, { ...other, course_codes: ['MATH 1'] })
    expect(await similar('textbooks', book)).toEqual([first, second])
  })

  it('of an item are of its category, then those that are offered or wanted like it', async () => {
    const { postItem, similar } = await openSite(engine)
    const ticket = await postItem(50, { category: 'Tickets' })
    const wanted = await postItem(90, { category: 'Tickets', listing_type: 'Wanting' })
    const desk = await postItem(51, { category: 'Furniture' })
    await postItem(50, { category: 'Furniture', listing_type: 'Wanting' })
    expect(await similar('misc', ticket)).toEqual([wanted, desk])
  })

  it('are at most eight, without itself and what has ended, also for one that has ended', async () => {
    const { ada, postItem, similar } = await openSite(engine)
    const item = await postItem(100)
    await postItem(100, { listing_type: 'Wanting' })
    const sold = await postItem(101)
    await ada.post(`/api/misc/${sold}/status`, { status: 'sold' })
    const others: number[] = []
    for (let difference = 1; difference <= 10; difference += 1) {
      others.push(await postItem(100 + (difference % 2 ? difference : -difference)))
    }
    expect(await similar('misc', item)).toEqual(others.slice(0, 8))
    await ada.post(`/api/misc/${item}/status`, { status: 'sold' })
    expect(await similar('misc', item)).toEqual(others.slice(0, 8))
  })

  it('are not found for what is not there', async () => {
    const { visitor } = await openSite(engine)
    for (const id of [...invalidIds, '999']) {
      expect((await visitor.get(`/api/misc/${id}/similar`)).status).toBe(404)
    }
  })
})
