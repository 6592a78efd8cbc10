import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createRandom } from '../../scripts/seed/seeded-random.ts'
import { childProcessIds } from '../support/child-processes.ts'
import { engines, testDatabaseSettings } from '../support/databases.ts'
import { startApp } from '../support/faults/app-process.ts'
import { reportFigures } from '../support/faults/figures.ts'
import { startMailServer } from '../support/faults/mail-server.ts'
import { type Observations, startSimulatedUsers } from '../support/faults/simulated-users.ts'
import { terminateUnderLoad } from '../support/faults/terminate-under-load.ts'
import { countByOutcome } from '../support/faults/visitors.ts'
import { findFreePort } from '../support/free-port.ts'
import { startNginx } from '../support/nginx-server.ts'
import { startServer } from '../support/start-server.ts'

const random = createRandom(5, 1)
const maxFailedLogins = 10
const maxResetMails = 5

function report(test: string, kills: number, observed: Observations) {
  reportFigures(test, {
    kills,
    reads: observed.reads,
    'failed reads': observed.failed || 0,
    'broken connections': observed.brokenConnections,
    'temporarily unavailable': observed.unavailable,
    'acknowledged writes': observed.writes,
    lost: observed.lost.length,
    'unacknowledged writes': observed.unacknowledged,
    "visitors' checks a second after": observed.visitorChecks,
    'session checks': observed.sessionChecks,
    refreshes: observed.refreshes,
    'failed logins let through': `${observed.failedLogins} of ${observed.logins}`,
    mails: observed.mails,
    'sent twice': observed.sentTwice.length,
    problems: observed.problems.length,
  })
}

function expectNoProblems(observed: Observations) {
  expect(observed.problems).toEqual([])
  expect(observed.lost).toEqual([])
  expect(observed.failed).toBe('')
  expect(observed.sentTwice).toEqual([])
  expect(observed.maxMailsPerAddress).toBeLessThanOrEqual(maxResetMails)
  expect(observed.failedLogins).toBeLessThanOrEqual(maxFailedLogins)
}

describe('three processes behind nginx', () => {
  const kills = 9

  it('return no wrong response and break no read when killed one after the other', async () => {
    const mail = await startMailServer()
    const port = await findFreePort()
    const settings = {
      ...(await testDatabaseSettings('postgres')),
      RATE_LIMIT: 'on',
      TRUST_PROXY: '127.0.0.1',
      APP_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      VERIFY_EMAIL: 'off',
    }
    const start = () => startApp('postgres', settings)
    const apps = await Promise.all([start(), start(), start()])
    const ports = apps.map((app) => Number(new URL(app.url).port))
    const users = await startSimulatedUsers(await startNginx(port, ports), mail)
    for (let kill = 0; kill < kills; kill += 1) {
      const app = apps[kill % apps.length]
      await pause(random.integer(800, 2_000))
      await app?.kill()
      await pause(random.integer(200, 1_500))
      await app?.start()
    }
    const observed = await users.stop()
    report('three processes behind nginx', kills, observed)
    expectNoProblems(observed)
    expect(observed.brokenConnections).toBe(0)
  })
})

describe.each(engines)('three workers on %s', (engine) => {
  const kills = 6

  it('return no wrong response when killed one after the other', async () => {
    const mail = await startMailServer()
    const server = await startServer({
      ...(await testDatabaseSettings(engine)),
      NODE_ENV: 'production',
      WORKERS: '3',
      LOG_LEVEL: 'info',
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      VERIFY_EMAIL: 'off',
    })
    onTestFinished(() => void server.process.kill('SIGKILL'))
    const users = await startSimulatedUsers(server.url, mail)
    const starts = () => server.output().match(/Server listening/g)?.length
    for (let kill = 1; kill <= kills; kill += 1) {
      await pause(random.integer(800, 2_000))
      process.kill(random.pick(childProcessIds(server.process.pid)), 'SIGKILL')
      await expect.poll(starts, { timeout: 60_000 }).toBe(3 + kill)
    }
    const observed = await users.stop()
    report(`three workers on ${engine}`, kills, observed)
    expectNoProblems(observed)
    expect(await server.stop()).toBe(0)
  })

  it('finish every request in flight on SIGTERM, and exit with 0', async () => {
    const app = await startApp(engine, { WORKERS: '3' })
    const times = 3
    const { exitCodes, partialStatuses, inFlight, failed } = await terminateUnderLoad(
      app,
      times,
      16,
    )
    reportFigures(`SIGTERM under load, three workers on ${engine}`, {
      times,
      'requests in flight': inFlight.length,
      failed: failed.length,
      'exit codes': exitCodes.join(' '),
    })
    expect(countByOutcome(failed)).toBe('')
    for (const status of partialStatuses) expect(status).toMatch(/^HTTP\/1\.1 (201|503) /)
    expect(exitCodes).toEqual(Array(times).fill(0))
  })
})
