import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { rollDice } from '../../scripts/dice.ts'
import { engines, testDatabaseSettings } from '../support/databases.ts'
import { startApp } from '../support/faults/app-process.ts'
import { type Noticed, openBusySite } from '../support/faults/busy-site.ts'
import { figures } from '../support/faults/figures.ts'
import { startMailServer } from '../support/faults/mail-server.ts'
import { terminateUnderLoad } from '../support/faults/terminate-rounds.ts'
import { tally } from '../support/faults/visitors.ts'
import { startNginx } from '../support/nginx-server.ts'
import { childrenOf } from '../support/process-family.ts'
import { freePort, startServer } from '../support/running-server.ts'

const dice = rollDice(5, 1)
const failedLoginsAllowed = 10
const resetMailsAllowed = 5

function tell(test: string, kills: number, noticed: Noticed) {
  figures(test, {
    kills,
    reads: noticed.reads,
    'reads that failed': noticed.failed || 0,
    'connections cut': noticed.cut,
    'too busy for a moment': noticed.later,
    'acknowledged writes': noticed.writes,
    lost: noticed.lost.length,
    'writes without an answer': noticed.unanswered,
    "visitors' looks a second after": noticed.looks,
    'session checks': noticed.sessions,
    renewals: noticed.renewals,
    'failed logins let through': `${noticed.failedLogins} of ${noticed.guesses}`,
    mails: noticed.mails,
    'sent twice': noticed.sentTwice.length,
    'wrong answers': noticed.wrong.length,
  })
}

function expectNothingWrong(noticed: Noticed) {
  expect(noticed.wrong).toEqual([])
  expect(noticed.lost).toEqual([])
  expect(noticed.failed).toBe('')
  expect(noticed.sentTwice).toEqual([])
  expect(noticed.mostMailsToOne).toBeLessThanOrEqual(resetMailsAllowed)
  expect(noticed.failedLogins).toBeLessThanOrEqual(failedLoginsAllowed)
}

describe('three processes behind nginx', () => {
  const kills = 9

  it('give no wrong answer and cut no read when they are killed in turn', async () => {
    const mail = await startMailServer()
    const port = await freePort()
    const settings = {
      ...(await testDatabaseSettings('postgres')),
      RATE_LIMIT: 'on',
      TRUST_PROXY: '127.0.0.1',
      APP_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    }
    const start = () => startApp('postgres', settings)
    const apps = await Promise.all([start(), start(), start()])
    const ports = apps.map((app) => Number(new URL(app.url).port))
    const site = await openBusySite(await startNginx(port, ports), mail)
    for (let kill = 0; kill < kills; kill += 1) {
      const app = apps[kill % apps.length]
      await pause(dice.whole(800, 2_000))
      await app?.kill()
      await pause(dice.whole(200, 1_500))
      await app?.start()
    }
    const noticed = await site.close()
    tell('three processes behind nginx', kills, noticed)
    expectNothingWrong(noticed)
    expect(noticed.cut).toBe(0)
  })
})

describe.each(engines)('three workers on %s', (engine) => {
  const kills = 6

  it('give no wrong answer when they are killed in turn', async () => {
    const mail = await startMailServer()
    const server = await startServer({
      ...(await testDatabaseSettings(engine)),
      NODE_ENV: 'production',
      WORKERS: '3',
      LOG_LEVEL: 'info',
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    })
    onTestFinished(() => void server.process.kill('SIGKILL'))
    const site = await openBusySite(server.url, mail)
    const starts = () => server.output().match(/Server listening/g)?.length
    for (let kill = 1; kill <= kills; kill += 1) {
      await pause(dice.whole(800, 2_000))
      process.kill(dice.pick(childrenOf(server.process.pid)), 'SIGKILL')
      await expect.poll(starts, { timeout: 60_000 }).toBe(3 + kill)
    }
    const noticed = await site.close()
    tell(`three workers on ${engine}`, kills, noticed)
    expectNothingWrong(noticed)
    expect(await server.stop()).toBe(0)
  })

  it('answer every request that was under way when they are told to end, and exit with 0', async () => {
    const app = await startApp(engine, { WORKERS: '3' })
    const times = 3
    const { codes, halves, underWay, failed } = await terminateUnderLoad(app, times, 16)
    figures(`SIGTERM under load, three workers on ${engine}`, {
      times,
      'requests before it': underWay.length,
      failed: failed.length,
      'exit codes': codes.join(' '),
    })
    expect(tally(failed)).toBe('')
    for (const half of halves) expect(half).toMatch(/^HTTP\/1\.1 (201|503) /)
    expect(codes).toEqual(Array(times).fill(0))
  })
})
