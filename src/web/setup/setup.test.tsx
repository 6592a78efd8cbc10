import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { setCampus } from '#campus/campus.ts'
import { campusSchema } from '#campus/campus-schema.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SetupResponse } from '#contract/setup.ts'
import { type SetupStep, setupSteps } from '#contract/setup-steps.ts'
import { keepCampusAfterTest } from '#tests/support/campus.ts'
import otherCampusFile from '#tests/support/other-campus.json' with { type: 'json' }
import { App } from '../app.tsx'
import { render as renderPage } from '../entry-server.tsx'
import { createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { nextStep } from './setup-queries.ts'
import { settingsOfStep } from './setup-sections.tsx'
import { SetupView } from './setup-view.tsx'

beforeEach(() => {
  keepCampusAfterTest()
  setCampus(builtInCampus)
})

const otherCampus = campusSchema.parse(otherCampusFile)

const data: SetupResponse = {
  settings: builtInCampus,
  file: null,
  version: 0,
  done: [],
  mail: { server: 'mail.example:587', from: 'hello@harbour.example', sentTo: null },
  admin: { sentTo: null, hasPassword: true },
}

function render(content: ReactNode): string {
  const router = createMemoryRouter([{ path: '/', element: content }])
  const html = renderToString(
    <App
      api={createApi(async () => Response.json({}))}
      queryClient={createQueryClient()}
      audience="visitors"
      today="2026-11-16"
    >
      <RouterProvider router={router} />
    </App>,
  )
  return html.replaceAll('<!-- -->', '')
}

const toText = (html: string) => html.replaceAll(/(<[^>]+>)+/g, '|').replaceAll('&#x27;', "'")

const renderStep = (step: SetupStep, changes: Partial<SetupResponse> = {}) =>
  render(<SetupView data={{ ...data, ...changes }} step={step} />)

describe('the settings of a step', () => {
  it('begin empty where the built-in campus would mislead', () => {
    expect(settingsOfStep(data, 'names')).toMatchObject({
      brand: '',
      universities: [{ name: '', emailDomains: [], meetUpSpots: [{ name: '' }] }],
    })
    const { currency, timeZone, terms } = settingsOfStep(data, 'terms')
    expect({ currency, timeZone }).toEqual({ currency: { code: '', symbol: '' }, timeZone: '' })
    expect(terms).toEqual(builtInCampus.terms)
    expect(settingsOfStep(data, 'contact').contactEmail).toBe('')
  })

  it('are those that were saved or imported before', () => {
    expect(settingsOfStep({ ...data, done: ['names'] }, 'names')).toEqual(builtInCampus)
    const imported = { settings: otherCampus, done: [] }
    for (const step of ['names', 'terms', 'contact', 'look'] as const) {
      expect(settingsOfStep(imported, step)).toEqual(otherCampus)
    }
  })
})

describe('a step', () => {
  it.each(setupSteps)('says where it is: %s', (step) => {
    const text = toText(renderStep(step, { done: ['names'] }))
    expect(text).toContain(`Step ${setupSteps.indexOf(step) + 1} of 6`)
    expect(text).toContain('|Name and universities| (done)|')
    expect(renderStep(step).match(/aria-current="step"/g)).toHaveLength(1)
  })

  it('offers no default of the built-in campus, and nothing that needs students', () => {
    for (const step of ['names', 'terms', 'contact', 'look'] as const) {
      const text = toText(renderStep(step, { settings: otherCampus }))
      expect(text).toContain('|Save and continue|')
      expect(text).not.toContain('Reset to default')
      expect(text).not.toContain('Locked-out')
    }
  })

  it('is read-only if the settings come from a file', () => {
    const html = renderStep('names', { file: '/etc/campus.json', settings: otherCampus })
    expect(toText(html)).toContain(
      "You can't change these settings here, because they come from the file |/etc/campus.json|.",
    )
    expect(html).not.toContain('Save and continue')
    expect(html).toContain(`href="${pagePaths.setupStep('terms')}"`)
  })

  it('says how to go on without a mail server, or without a test', () => {
    const without = toText(renderStep('email', { mail: { ...data.mail, server: null } }))
    expect(without).toContain('Set |SMTP_URL| and |MAIL_FROM|, then start the server again.')
    expect(without).toContain('|Continue without email|')
    const ready = toText(renderStep('email'))
    expect(ready).toContain('|mail.example:587| and come from |hello@harbour.example|')
    expect(ready).toContain('|Continue without a test|')
    expect(ready).not.toContain('6-digit code')
    const mail = { ...data.mail, sentTo: 'me@x.example' }
    expect(toText(renderStep('email', { mail }))).toContain('6-digit code')
    const arrived = toText(renderStep('email', { mail, done: ['email'] }))
    expect(arrived).not.toContain('6-digit code')
    expect(arrived).toContain('|Continue|')
  })

  it('asks for the first admin once nothing is missing', () => {
    expect(toText(renderStep('admin', { done: ['names'] }))).toContain(
      '|These steps come first:|Terms and money|Contact|',
    )
    const done: SetupStep[] = ['names', 'terms', 'contact']
    const text = toText(renderStep('admin', { done }))
    expect(text).toContain('|Confirm password|')
    expect(text).toContain('@uwaterloo.ca, @mylaurier.ca or @wlu.ca')
    expect(text).toContain('Add the domain under |Name and universities|.|')
    const file = '/etc/campus.json'
    expect(toText(renderStep('admin', { done, file }))).not.toContain('Add the domain')
    const sent = { sentTo: 'ada@wlu.ca', hasPassword: true }
    expect(toText(renderStep('admin', { done, admin: sent }))).toContain('6-digit code')
    const noPassword = { sentTo: null, hasPassword: false }
    expect(toText(renderStep('admin', { done, admin: noPassword }))).not.toContain('password')
  })

  it('is the first one that is not done', () => {
    expect(nextStep({ done: [] })).toBe('names')
    expect(nextStep({ done: ['names', 'contact'] })).toBe('terms')
    expect(nextStep({ done: [...setupSteps] })).toBe('admin')
  })
})

describe('the page of the set-up', () => {
  const open = async (url: string, status: number) => {
    const fetch = async () => Response.json(status === 200 ? data : {}, { status })
    const page = await renderPage({ url, fetch, audience: 'visitors', user: null, now: 0 })
    if ('redirect' in page) return page.redirect
    return [page.status, /<h1[^>]*>(.*?)<\/h1>/.exec(page.body)?.[1]]
  }

  it('asks for the link, leads to the step that comes next, and is gone once it is done', async () => {
    expect(await open('/setup', 401)).toEqual([401, 'Open the set-up link'])
    expect(await open('/setup/terms', 401)).toEqual([401, 'Open the set-up link'])
    expect(await open('/setup', 200)).toBe('/setup/names')
    expect(await open('/setup/terms', 200)).toEqual([200, 'Set up your marketplace'])
    expect(await open('/setup/nothing', 200)).toEqual([404, 'We can&#x27;t find this page'])
    expect(await open('/setup', 404)).toEqual([404, 'We can&#x27;t find this page'])
  })
})
