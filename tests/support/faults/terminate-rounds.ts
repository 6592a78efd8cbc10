import { setTimeout as pause } from 'node:timers/promises'
import { rollDice } from '../../../scripts/dice.ts'
import type { AppProcess } from './app-process.ts'
import { beginRequest } from './half-request.ts'
import { mixedQuestions } from './mixed-questions.ts'
import { photoMaker, uploadOf } from './photo-uploads.ts'
import { joinAsStudent } from './students.ts'
import { isSuccess, type Outcome, startVisitors } from './visitors.ts'

/** Asks the server to end in the middle of its visitors' requests, and tells what became of those. */
export async function terminateUnderLoad(app: AppProcess, times: number, visitorCount: number) {
  const ada = await joinAsStudent(app.url, 'Ada')
  const photo = await photoMaker(1200, 900)
  const upload = () => ({
    kind: 'upload',
    url: `${app.url}/api/upload`,
    ...uploadOf(photo(), ada.cookie),
  })
  const codes: (number | null)[] = []
  const halves: string[] = []
  const underWay: Outcome[] = []
  const afterwards: Outcome[] = []
  for (let time = 1; time <= times; time++) {
    const dice = rollDice(3, time)
    const mixed = mixedQuestions(app.url, ada.cookie, dice)
    const visitors = startVisitors(visitorCount, () => (dice.chance(0.1) ? upload() : mixed()))
    await pause(dice.whole(500, 1_000))
    const half = await beginRequest(`${app.url}/api/upload`, uploadOf(photo(), ada.cookie))
    const askedToEndAt = performance.now()
    const ended = app.terminate()
    await pause(300)
    halves.push(await half.finish())
    codes.push(await ended)
    await visitors.stop()
    for (const outcome of visitors.outcomes) {
      const group = outcome.askedAt < askedToEndAt ? underWay : afterwards
      group.push(outcome)
    }
    if (time < times) await app.start()
  }
  const failed = underWay.filter((one) => !isSuccess(one) && !one.tryLater)
  const answeredLater = afterwards.filter(isSuccess)
  const cutOffLater = afterwards.filter(({ problem }) => problem && !problem.includes('REFUSED'))
  return { codes, halves, underWay, failed, answeredLater, cutOffLater }
}
