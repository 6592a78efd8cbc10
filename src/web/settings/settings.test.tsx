import type { ComponentProps, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { setCampus } from '#campus/campus.ts'
import { campusSchema } from '#campus/campus-schema.ts'
import type { CampusSettings } from '#campus/campus-settings.ts'
import { announcementState } from '#contract/announcements.ts'
import type { SettingsResponse } from '#contract/settings.ts'
import { subletTexts } from '#regions/sublets.ts'
import { keepCampusAfterTest } from '#tests/support/campus.ts'
import otherCampusFile from '#tests/support/other-campus.json' with { type: 'json' }
import { EntranceLayout } from '../account/entrance/entrance-layout.tsx'
import { App } from '../app.tsx'
import { SiteMark } from '../navigation/site-mark.tsx'
import { SiteNotFound } from '../navigation/site-not-found.tsx'
import { createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { applyDomainChoices, DomainQuestions, findAffectedDomains } from './domain-questions.tsx'
import { LegalSection } from './legal-section.tsx'
import { describeShift, LookSection } from './look-section.tsx'
import { createResolver, type SectionDefinition, type SectionProps } from './section-form.tsx'
import { settingsSections } from './sections.ts'
import { SettingsView } from './settings-view.tsx'
import {
  ContactSection,
  MoneySection,
  OptionsSection,
  PeopleSection,
  RegionSection,
} from './site-sections.tsx'
import { NamesSection, PlacesSection, TermsSection } from './university-sections.tsx'

// Times are those of the built-in campus, whichever campus the tests run with.
beforeEach(() => {
  keepCampusAfterTest()
  setCampus(builtInCampus)
})

const otherCampus: CampusSettings = campusSchema.parse(otherCampusFile)

const data: SettingsResponse = {
  settings: builtInCampus,
  source: 'built-in',
  file: null,
  version: 0,
  previous: null,
  defaults: builtInCampus,
  hasListings: false,
  students: [
    { domain: 'uwaterloo.ca', count: 1200 },
    { domain: 'wlu.ca', count: 1 },
  ],
  lawPacks: [{ region: 'CA-ON', name: 'Ontario, Canada', nudges: 3, warnings: 12 }],
  history: [],
}

function render(content: ReactNode): string {
  const router = createMemoryRouter([{ path: '/', element: content }])
  const html = renderToString(
    <App
      api={createApi(async () => Response.json({}))}
      queryClient={createQueryClient()}
      audience="students"
      today="2026-11-16"
    >
      <RouterProvider router={router} />
    </App>,
  )
  return html.replaceAll('<!-- -->', '')
}

const toText = (html: string) => html.replaceAll(/(<[^>]+>)+/g, '|').replaceAll('&#x27;', "'")

const renderSection = (Section: (props: SectionProps) => ReactNode, changes = {}) =>
  render(
    <Section
      settings={builtInCampus}
      facts={{ ...data, ...changes }}
      onSave={async () => undefined}
    />,
  )

describe('a section', () => {
  it('has each setting in one place, and gives back the settings that it shows', () => {
    const shown = settingsSections.flatMap(({ settings }) => settings)
    expect(shown.toSorted()).toEqual(Object.keys(builtInCampus).toSorted())
    for (const settings of [builtInCampus, otherCampus]) {
      const read = settingsSections.map((section) => {
        const { toForm, fromForm } = section as unknown as SectionDefinition<object>
        return fromForm(toForm(settings))
      })
      expect(Object.assign({}, ...read)).toEqual(settings)
    }
  })

  it('makes ids for new entries, and keeps those of renamed ones', () => {
    const [winter] = TermsSection.toForm(builtInCampus).terms
    const day = { firstDay: 'May 1', lastDay: '5-31' }
    const terms = [
      { id: 'winter', name: 'Cold', firstDay: winter?.firstDay ?? '', lastDay: 'foo' },
      { id: '', name: 'Été 2', ...day },
      { id: '', name: '夏', ...day },
    ]
    expect(TermsSection.fromForm({ terms })).toEqual({
      terms: [
        { id: 'winter', name: 'Cold', firstDay: '01-01', lastDay: 'foo' },
        { id: 'ete', name: 'Été 2', firstDay: '05-01', lastDay: '05-31' },
        { id: 'termc', name: '夏', firstDay: '05-01', lastDay: '05-31' },
      ],
    })
    const place = { latitude: '1', longitude: '' }
    expect(PlacesSection.fromForm({ places: [{ id: '', name: '2nd Campus', ...place }] })).toEqual({
      places: [{ id: 'ndcampus', name: '2nd Campus', latitude: 1, longitude: NaN }],
    })
  })

  it('opens a domain again that a university has again', () => {
    const form = NamesSection.toForm({ ...builtInCampus, closedDomains: ['wlu.ca', 'old.ca'] })
    expect(NamesSection.fromForm(form).closedDomains).toEqual(['old.ca'])
  })

  /** Returns the errors of a form whose values are changed. */
  async function check<Form extends object>(
    section: SectionDefinition<Form>,
    change: (form: Form) => void,
  ) {
    const form = section.toForm(builtInCampus)
    change(form)
    const options = { fields: {}, shouldUseNativeValidation: false }
    return (await createResolver(section)(form, undefined, options)).errors
  }

  it('has each error at its field, and those of a list at the list', async () => {
    const error = (message: string) => ({ type: 'invalid', message })
    expect(
      await check(NamesSection, (form) => {
        form.brand = ' '
        const [first] = form.universities
        if (first) Object.assign(first, { emailDomains: 'a.ca\n@b.ca', meetUpSpots: [] })
      }),
    ).toEqual({
      brand: error('Fill this in'),
      universities: [
        {
          emailDomains: [undefined, error('Must be a domain, like university.edu')],
          meetUpSpots: { root: error('Add at least one') },
        },
      ],
    })
    expect(
      await check(TermsSection, ({ terms }) => {
        terms.reverse()
      }),
    ).toEqual({ terms: { root: error('Must be in calendar order, and no two may overlap') } })
    expect(
      await check(TermsSection, ({ terms: [winter, , fall] }) => {
        if (winter) winter.firstDay = 'Foo 45'
        if (winter) winter.lastDay = '30/06'
        if (fall) fall.lastDay = 'Jan 7'
      }),
    ).toEqual({
      terms: [
        {
          firstDay: error('Write a day and a month, like Jun 30'),
          lastDay: error('Write a day and a month, like Jun 30'),
        },
        undefined,
        { lastDay: error('Must be after the first day, in the same year') },
      ],
    })
    expect(
      await check(PeopleSection, ({ founders: [first] }) => {
        if (first) first.linkUrl = 'http://x.example'
      }),
    ).toEqual({
      founders: [
        { link: { label: error('Fill this in'), url: error('Must be an https address') } },
      ],
    })
    expect(await check(ContactSection, () => undefined)).toEqual({})
    expect(
      await check(OptionsSection, (form) => {
        form.faculties = '\n'
      }),
    ).toEqual({ faculties: { root: error('Add at least one') } })
  })

  it('says which law pack is on, or that none is', () => {
    expect(toText(renderSection(RegionSection))).toContain(
      'The law pack of Ontario, Canada is on. It has 3 notes for people who post and 12 warnings for readers.',
    )
    expect(toText(renderSection(RegionSection, { lawPacks: [] }))).toContain(
      'No law pack is on, so students see no notes about local law or scam wording.',
    )
  })

  it('records who checked the legal texts, for the version that is shown', async () => {
    const { version } = subletTexts['CA-ON']
    const checked = { region: 'CA-ON', version, by: 'Jo Lawyer', on: '2026-11-18' }
    const old = { ...checked, version: version - 1 }
    const other = { ...checked, region: 'IE' }
    const withChecks = (...legalChecks: (typeof checked)[]) => ({ ...builtInCampus, legalChecks })
    /** Returns the checks after the fields were filled in like this. */
    const save = (settings: CampusSettings, fields: { by?: string; on?: string }) =>
      LegalSection.fromForm({ ...LegalSection.toForm(settings), ...fields }).legalChecks
    const typed = { by: checked.by, on: checked.on }
    expect(save(builtInCampus, typed)).toEqual([checked])
    expect(save(withChecks(old, other), typed)).toEqual([checked, other])
    expect(save(withChecks(checked, other), { by: '', on: '' })).toEqual([other])
    // A check of older texts stays as it is until there is a new one.
    expect(save(withChecks(old), {})).toEqual([old])
    expect(save(withChecks(checked), {})).toEqual([checked])
    expect(save({ ...withChecks(checked), region: null }, {})).toEqual([checked])

    const error = (message: string) => ({ type: 'invalid', message })
    expect(await check(LegalSection, (form) => Object.assign(form, { by: 'Jo Lawyer' }))).toEqual({
      legalChecks: [{ on: error('Must be a day, like 2026-11-18') }],
    })
    expect(await check(LegalSection, (form) => Object.assign(form, { on: '2026-11-18' }))).toEqual({
      legalChecks: [{ by: error('Fill this in') }],
    })

    const shown = (settings: CampusSettings) =>
      toText(
        render(<LegalSection settings={settings} facts={data} onSave={async () => undefined} />),
      )
    const text = shown(builtInCampus)
    expect(text).toContain(`|Off: nobody has checked version ${version} yet.|`)
    // The admin reads what would be shown.
    for (const { title } of subletTexts['CA-ON'].items) expect(text).toContain(`|${title}|`)
    expect(text).toContain("Dear [landlord's name],")
    expect(shown(withChecks(checked))).toContain(
      `|On. Jo Lawyer checked version ${version} on Nov 18, 2026.|`,
    )
    expect(shown(withChecks(old))).toContain(
      `on Nov 18, 2026. Version ${version} is different, so it needs a new check.|`,
    )
    expect(shown({ ...builtInCampus, region: null })).toContain('|The region has no legal texts.|')
  })

  it('fixes currency and time zone once there is a listing', () => {
    const html = renderSection(MoneySection, { hasListings: true })
    expect(html.match(/readOnly=""/g)).toHaveLength(2)
    expect(html).toContain('Fixed, because there are listings.')
    expect(renderSection(MoneySection)).not.toContain('readOnly')
  })

  it('offers the default where there is one: for others it would be the settings of strangers', () => {
    const renamed = { ...builtInCampus, brand: 'Quay' }
    const own = render(<SettingsView data={{ ...data, settings: renamed }} />)
    expect(own.match(/Reset to default/g)).toHaveLength(1)
    const html = render(<SettingsView data={{ ...data, settings: otherCampus, defaults: null }} />)
    expect(html.match(/type="submit"/g)?.length).toBeGreaterThanOrEqual(settingsSections.length)
    expect(html).not.toContain('Reset to default')
  })
})

describe('the look', () => {
  const renderLook = (changes: Partial<CampusSettings>) =>
    render(
      <LookSection
        settings={{ ...builtInCampus, ...changes }}
        facts={data}
        onSave={async () => undefined}
      />,
    )

  it('says how the colour was moved so that text is readable, if it was', () => {
    expect(describeShift('#1F6FB2')).toBe('')
    expect(describeShift('#FFFDE0')).toBe(
      'In light mode, we made it darker so that text is readable.',
    )
    expect(describeShift('#0A0A12')).toBe(
      'In dark mode, we made it lighter so that text is readable.',
    )
    expect(toText(renderLook({ accent: '#0A0A12' }))).toContain(describeShift('#0A0A12'))
    expect(toText(renderLook({}))).not.toContain('we made it')
  })

  it('is shown in light and dark, with the logo, which can be removed', () => {
    const logo = '/brand/0123456789abcdef/logo-512x128.webp'
    const html = renderLook({ logo, accent: '#0A0A12' })
    expect(html.match(/--color-paper:#(?:fbf7ee|14110d)/g)).toHaveLength(2)
    expect(html.match(new RegExp(`<img src="${logo}"`, 'g'))).toHaveLength(3)
    expect(toText(html)).toContain('|Choose another| for the logo|')
    expect(toText(html)).toContain('|Remove| the logo|')
    const without = toText(renderLook({}))
    expect(without).toContain('|Choose a file| for the logo|')
    expect(without).not.toContain('Remove')
  })
})

describe('the mark of the site', () => {
  it('is the logo with its size, the first letter, or the mark of the built-in brand', () => {
    expect(renderToString(<SiteMark />)).toContain('<svg')
    setCampus({ ...builtInCampus, brand: 'harbour' })
    expect(renderToString(<SiteMark />)).toMatch(/<span[^>]*>H<\/span>/)
    setCampus({ ...builtInCampus, logo: '/brand/0123456789abcdef/logo-512x128.webp' })
    expect(renderToString(<SiteMark />)).toContain('alt="" width="112" height="28"')
  })

  it('is in no picture of another brand', () => {
    expect(renderToString(<SiteNotFound />)).toContain('fill-ink')
    const entrance = <EntranceLayout title="Log in">…</EntranceLayout>
    expect(renderToString(entrance)).not.toContain('--scene-tile')
    setCampus({ ...builtInCampus, brand: 'Harbour' })
    expect(renderToString(<SiteNotFound />)).not.toContain('fill-ink')
    expect(renderToString(entrance)).toContain('--scene-tile')
  })
})

describe('the page', () => {
  it('shows the history, whose newest change can be undone', () => {
    const newer: SettingsResponse = {
      ...data,
      settings: { ...builtInCampus, brand: 'Harbour' },
      source: 'database',
      version: 2,
      previous: builtInCampus,
      history: [
        {
          id: 2,
          changedAt: '2026-11-15T19:05:00.000Z',
          changedBy: { id: 1, name: 'Ada Lovelace' },
          changes: ['Name: Harbour, was Quad'],
        },
        { id: 1, changedAt: '2026-11-14T19:05:00.000Z', changedBy: null, changes: [] },
      ],
    }
    const text = toText(render(<SettingsView data={newer} />))
    expect(text).toContain('|Ada Lovelace|Nov 15, 2:05 pm|Name: Harbour, was Quad|Undo|')
    expect(text).toContain('|Send a test email|')
    expect(text).toContain('|An operator|Nov 14, 2:05 pm|')
    expect(text.match(/\|Undo\|/g)).toHaveLength(1)
    expect(text).toContain('@uwaterloo.ca: 1,200')
    expect(toText(render(<SettingsView data={data} />))).toContain('|No changes yet.|')
  })

  it('has a row for each section, which says what is set', () => {
    const html = render(<SettingsView data={data} />)
    // The legal texts have a fold of their own.
    const rows = Array.from(
      html.matchAll(/<details name="section">(.*?)<\/summary>/gs),
      ([, row]) => toText(row ?? ''),
    )
    expect(rows).toEqual([
      '|Name and universities|Quad · Waterloo, Laurier|',
      '|Campuses|Waterloo, Laurier|',
      '|Terms|Winter, Spring, Fall|',
      '|Contact|hello@quad.example|',
      '|People|Engineering lead, Community lead, Design lead|',
      '|Region|Ontario, Canada|',
      '|Legal texts|Not checked yet|',
      '|Money and time|CAD ($) · America/Toronto|',
      expect.stringMatching(/^\|Options\|Math, Engineering, .*, Other\|$/),
      '|Search|Waterloo, UW, UWaterloo; Laurier, WLU|',
      '|Look|No logo · No accent colour|',
      '|Email|Send yourself a test email|',
      '|History|No changes yet|',
    ])
  })

  it('is read-only with a file, which it names', () => {
    const html = render(
      <SettingsView data={{ ...data, source: 'file', file: '/etc/campus.json' }} />,
    )
    expect(toText(html)).toContain(
      "You can't change these settings here, because they come from the file |/etc/campus.json|.",
    )
    expect(html).not.toContain('type="submit"')
    expect(html).not.toContain('Reset to default')
    expect(html).not.toContain('history')
    expect(html.match(/<fieldset disabled=""/g)).toHaveLength(settingsSections.length)
  })
})

describe('a domain that is removed', () => {
  const [waterloo, laurier] = builtInCampus.universities
  const after = { ...builtInCampus, universities: waterloo && laurier ? [laurier] : [] }

  it('is asked about only if students have it', () => {
    expect(findAffectedDomains(data, builtInCampus)).toEqual([])
    const affected = { domain: 'uwaterloo.ca', count: 1200 }
    expect(findAffectedDomains(data, after)).toEqual([{ ...affected, isClosed: false }])
    const closed = { ...after, closedDomains: ['uwaterloo.ca', 'nobody.ca'] }
    expect(findAffectedDomains(data, closed)).toEqual([{ ...affected, isClosed: true }])
    expect(findAffectedDomains({ ...data, students: [] }, closed)).toEqual([])
  })

  it('locks out those whom the admin chooses', () => {
    const choices = { 'uwaterloo.ca': 'close', 'wlu.ca': 'stay' } as const
    expect(applyDomainChoices(after, choices).closedDomains).toEqual(['uwaterloo.ca'])
  })

  it('never locks out the admin', () => {
    const ask = (props: Partial<ComponentProps<typeof DomainQuestions>>) =>
      toText(
        render(
          <DomainQuestions
            domains={[{ domain: 'wlu.ca', count: 1, isClosed: false }]}
            ownEmail="eve@uwaterloo.ca"
            choices={{}}
            isChecked={false}
            onChoose={() => undefined}
            {...props}
          />,
        ),
      )
    expect(ask({})).toContain(
      '|1 student has an email at @wlu.ca. What happens to them?|They can still log in|Lock them out|',
    )
    expect(ask({})).not.toContain('Choose one')
    expect(ask({ isChecked: true })).toContain('|Choose one|')
    expect(ask({ isChecked: true, choices: { 'wlu.ca': 'stay' } })).not.toContain('Choose one')
    const own = ask({ ownEmail: 'eve@wlu.ca' })
    expect(own).toContain("Your own email has this domain, so you can't lock it out.")
    expect(own).not.toContain('Lock them out')
    expect(ask({ domains: [{ domain: 'wlu.ca', count: 2, isClosed: true }] })).toContain(
      '|2 students have an email at @wlu.ca.| They can no longer log in after this.|',
    )
  })
})

it('says which announcements do not fit on a page', () => {
  setCampus(builtInCampus)
  const [first = '', second = ''] = builtInCampus.universities.map(({ shortName }) => shortName)
  const today = '2026-11-18'
  const announce = (id: number, university: string | null, changes: object = {}) => ({
    ...{ id, version: 1, text: 'x', link: null, firstDay: today, lastDay: today, university },
    ...changes,
  })
  const all = [
    announce(9, null, { firstDay: '2026-11-19', lastDay: '2026-11-19' }),
    announce(8, first),
    announce(7, null),
    announce(6, null),
    announce(5, null),
    announce(4, first),
    announce(3, second),
    announce(2, null, { firstDay: '2026-11-01', lastDay: '2026-11-17' }),
  ]
  expect(all.map((each) => announcementState(each, all, today))).toEqual([
    'Waiting',
    'Shown',
    'Shown',
    'Shown',
    // Students of the first university see three newer ones.
    'Not shown to all',
    'Not shown',
    'Not shown',
    'Ended',
  ])
})
