import { expect, it, vi } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { openLifecycleSite } from '#tests/support/lifecycle-site.ts'
import { dayMs } from '../../durations.ts'
import { generateRenewToken, saveRenewLink } from '../lifecycle/renew-links.ts'

const wake = vi.hoisted(() => vi.fn())

vi.mock('../../jobs/job-runner.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../jobs/job-runner.ts')>()
  return {
    ...original,
    startJobRunner: (deps: Parameters<typeof original.startJobRunner>[0]) => ({
      ...original.startJobRunner(deps),
      wake,
    }),
  }
})

it('sends what an owner causes without waiting for the next look at the queue', async () => {
  const { app, ada, db, clock, post } = await openLifecycleSite('sqlite')
  const { url, edit, move, renew } = await post()
  const countWakes = async (work: () => Promise<unknown>) => {
    wake.mockClear()
    await work()
    return wake.mock.calls.length
  }
  const { id, body } = await post()
  const token = generateRenewToken()
  await saveRenewLink(db, token, { id, endsAt: String(body.ends_at) })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const byLink = () =>
    app.inject({ method: 'POST', url: '/renew', headers, payload: `token=${token}` })
  expect(await countWakes(() => edit({ title: 'Brighter lamp' }))).toBe(1)
  expect(await countWakes(() => move('pending'))).toBe(1)
  expect(await countWakes(renew)).toBe(1)
  expect(await countWakes(() => ada.delete(url))).toBe(1)
  const sale = await ada.post(apiPaths.movingSales, {
    client_id: crypto.randomUUID(),
    items: [{ title: 'Chair', price: 5, photos: ['https://photos.example/chair.jpg'] }],
    ...{ place: 'The lobby', pickup_window: 'Sat 10 to 18' },
  })
  const changePage = () => ada.patch(apiPaths.movingSale(sale.body.id), { place: 'The bike rack' })
  expect(await countWakes(changePage)).toBe(1)
  // A day later, a renewal moves the end, so the runner is woken again.
  clock.now += dayMs
  expect(await countWakes(byLink)).toBe(1)
})
