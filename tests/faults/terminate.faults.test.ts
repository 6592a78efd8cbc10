import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { rollDice } from '../../scripts/dice.ts'
import { engines } from '../support/databases.ts'
import { startApp } from '../support/faults/app-process.ts'
import { figures } from '../support/faults/figures.ts'
import { beginRequest } from '../support/faults/half-request.ts'
import { mixedQuestions } from '../support/faults/mixed-questions.ts'
import { photoMaker, uploadOf } from '../support/faults/photo-uploads.ts'
import { joinAsStudent } from '../support/faults/students.ts'
import { isSuccess, type Outcome, startVisitors, tally } from '../support/faults/visitors.ts'

const times = 6

describe.each(engines)('told to end under load on %s', (engine) => {
  it('answers every request that was under way, and exits 0', async () => {
    const app = await startApp(engine)
    const ada = await joinAsStudent(app.url, 'Ada')
    const photo = await photoMaker(1200, 900)
    const codes: (number | null)[] = []
    const halves: string[] = []
    const underWay: Outcome[] = []
    let afterwards = 0
    for (let time = 1; time <= times; time++) {
      const dice = rollDice(3, time)
      const mixed = mixedQuestions(app.url, ada.cookie, dice)
      const upload = () => ({
        kind: 'upload',
        url: `${app.url}/api/upload`,
        ...uploadOf(photo(), ada.cookie),
      })
      const visitors = startVisitors(16, () => (dice.chance(0.1) ? upload() : mixed()))
      await pause(dice.whole(600, 1_200))
      const half = await beginRequest(`${app.url}/api/upload`, uploadOf(photo(), ada.cookie))
      const askedToEndAt = performance.now()
      const ended = app.terminate()
      await pause(300)
      halves.push(await half.finish())
      codes.push(await ended)
      await visitors.stop()
      const { outcomes } = visitors
      underWay.push(...outcomes.filter(({ askedAt }) => askedAt < askedToEndAt))
      afterwards += outcomes.filter((one) => one.askedAt >= askedToEndAt && isSuccess(one)).length
      if (time < times) await app.start()
    }
    const failed = underWay.filter((one) => !isSuccess(one))
    figures(`SIGTERM under load, ${engine}`, {
      times,
      'requests before it': underWay.length,
      failed: failed.length,
      'answered after it': afterwards,
      'exit codes': codes.join(' '),
    })
    expect(tally(failed)).toBe('')
    expect(halves).toEqual(Array(times).fill('HTTP/1.1 201 Created'))
    expect(codes).toEqual(Array(times).fill(0))
  })
})
