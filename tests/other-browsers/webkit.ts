import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from '../support/free-port.ts'
import type { Browser, Key, Tab, TabElement } from './browser.ts'
import { scrollToCenter } from './click-target.ts'
import { locate } from './locate.ts'
import { startSession, type WebDriverSession } from './webdriver.ts'

/** The browser runs in full screen, because its toolbar would make the window wider than a phone. */
const options = { 'webkitgtk:browserOptions': { args: ['--automation', '--full-screen'] } }

/** The key of a reference to an element, which the protocol defines. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
type Reference = Record<typeof elementKey, string>

const keys: Record<Key, string> = { Escape: '\uE00C', Enter: '\uE007', Tab: '\uE004' }

const screenSize = { width: 1600, height: 1200 }

/**
 * Launches WebKit. Each tab has its own driver and display, which end with it. A shared driver would not survive a failed
 * journey: it crashes when a session is deleted while a command is unanswered.
 */
export async function launchWebKit(driver: string, xvfb: string): Promise<Browser> {
  const children: ChildProcess[] = []
  const newTab = async () => {
    const screen = startScreen(xvfb)
    children.push(screen)
    const display = await readDisplay(screen)
    const port = await findFreePort()
    const env = { ...process.env, DISPLAY: display }
    const server = spawn(driver, [`--port=${port}`], { env, stdio: 'ignore' })
    children.push(server)
    await untilListening(port)
    const session = await startSession(`http://127.0.0.1:${port}`, options)
    const tab = createTab(session, () => endAll([server, screen]))
    return { ...tab, version: session.browserVersion }
  }
  const probe = await newTab()
  await probe.close()
  return {
    version: `WebKitGTK ${probe.version}`,
    newTab,
    // These are the processes of tabs that were never closed.
    close: () => endAll(children),
  }
}

/**
 * Starts a virtual display, because WebKitGTK has no headless mode. A browser ends with its display, even if it no longer
 * answers.
 */
function startScreen(xvfb: string) {
  const size = `${screenSize.width}x${screenSize.height}x24`
  return spawn(xvfb, ['-displayfd', '3', '-screen', '0', size], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
}

async function readDisplay(screen: ChildProcess): Promise<string> {
  const [display] = await once(screen.stdio[3] as Readable, 'data')
  return `:${String(display).trim()}`
}

async function untilListening(port: number) {
  for (let tries = 0; tries < 100; tries++) {
    const socket = connect(port, '127.0.0.1')
    const connected = await once(socket, 'connect').catch(() => undefined)
    socket.destroy()
    if (connected) return
    await setTimeout(100)
  }
  throw new Error('WebKitWebDriver does not start.')
}

async function endAll(children: ChildProcess[]) {
  const alive = children.filter(
    ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
  )
  await Promise.all(
    alive.map(async (child) => {
      const exit = once(child, 'exit')
      child.kill()
      await exit
    }),
  )
}

function createTab(session: WebDriverSession, close: () => Promise<void>): Tab {
  const execute = <Value>(run: (...args: never[]) => unknown, args: unknown[]) =>
    session.post<Value>('/execute/sync', { script: `return (${run}).apply(null, arguments)`, args })
  const createElement = (reference: Reference): TabElement => {
    const path = `/element/${reference[elementKey]}`
    const scrollTo = () => execute(scrollToCenter, [reference])
    const sendKeys = (text: string) => session.post<void>(`${path}/value`, { text })
    return {
      click: async () => {
        await scrollTo()
        await session.post(`${path}/click`)
      },
      type: async (text) => {
        await scrollTo()
        await session.post(`${path}/clear`)
        await sendKeys(text)
      },
      upload: (files) => sendKeys(files.join('\n')),
      evaluate: (run, ...args) => execute(run, [reference, ...args]),
    }
  }
  return {
    // The window is in the middle, under the pointer: without a window manager, the window there has the keyboard focus.
    setViewport: (width, height) => {
      const x = Math.round((screenSize.width - width) / 2)
      const y = Math.round((screenSize.height - height) / 2)
      return session.post('/window/rect', { x, y, width, height })
    },
    goto: (url) => session.post('/url', { url }),
    evaluate: (run, ...args) => execute(run, args),
    find: async (locator) => {
      const reference = await execute<Reference | null>(locate, [locator])
      return reference ? createElement(reference) : undefined
    },
    press: async (key) => {
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: keys[key] }))
      await session.post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    screenshot: async () => Buffer.from(await session.get<string>('/screenshot'), 'base64'),
    errors: [],
    close,
  }
}
