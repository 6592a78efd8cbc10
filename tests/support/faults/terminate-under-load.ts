import { setTimeout as pause } from 'node:timers/promises'
import { createRandom } from '../../../scripts/seed/seeded-random.ts'
import type { AppProcess } from './app-process.ts'
import { mixedRequests } from './mixed-requests.ts'
import { sendPartialRequest } from './partial-request.ts'
import { createPhotoFactory, uploadRequest } from './photo-uploads.ts'
import { signUpStudent } from './students.ts'
import { isSuccess, type Outcome, startVisitors } from './visitors.ts'

/** Sends SIGTERM while visitors send requests. Returns what happened to the requests in flight. */
export async function terminateUnderLoad(app: AppProcess, times: number, visitorCount: number) {
  const ada = await signUpStudent(app.url, 'Ada')
  const createPhoto = await createPhotoFactory(1200, 900)
  const upload = () => ({
    kind: 'upload',
    url: `${app.url}/api/upload`,
    ...uploadRequest(createPhoto(), ada.cookie),
  })
  const exitCodes: (number | null)[] = []
  const partialStatuses: string[] = []
  const inFlight: Outcome[] = []
  const sentLater: Outcome[] = []
  for (let time = 1; time <= times; time++) {
    const random = createRandom(3, time)
    const mixed = mixedRequests(app.url, ada.cookie, random)
    const visitors = startVisitors(visitorCount, () => (random.chance(0.1) ? upload() : mixed()))
    await pause(random.integer(500, 1_000))
    const partial = await sendPartialRequest(
      `${app.url}/api/upload`,
      uploadRequest(createPhoto(), ada.cookie),
    )
    const terminatedAt = performance.now()
    const exit = app.terminate()
    await pause(300)
    partialStatuses.push(await partial.finish())
    exitCodes.push(await exit)
    await visitors.stop()
    for (const outcome of visitors.outcomes) {
      const group = outcome.sentAt < terminatedAt ? inFlight : sentLater
      group.push(outcome)
    }
    if (time < times) await app.start()
  }
  const failed = inFlight.filter((outcome) => !isSuccess(outcome) && !outcome.isUnavailable)
  const answeredLater = sentLater.filter(isSuccess)
  const brokenLater = sentLater.filter(({ error }) => error && !error.includes('REFUSED'))
  return { exitCodes, partialStatuses, inFlight, failed, answeredLater, brokenLater }
}
