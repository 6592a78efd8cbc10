import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { peopleNames } from '#server/operations/weekly-tally.ts'
import { fourColorImage } from '../support/photo-files.ts'
import { quickServer, startServer } from '../support/start-server.ts'
import { expectAccessible } from './accessibility.ts'
import { test as base, bothWidths, expect, openPage } from './fixtures.ts'
import { measureOverflow } from './layout.ts'
import { createListing } from './listings.ts'
import { logInAsAdmin } from './moderators.ts'
import { createStudent, logIn, logInAsNewStudent } from './students.ts'

/** These tests have a server of their own, because its settings are on every page. */
const test = base.extend<object, { server: { url: string; dataDir: string } }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({ RATE_LIMIT: 'off', CAMPUS_FILE: '' }, quickServer)
      await use({ url: server.url, dataDir: server.dataDir })
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

/** Opens a section of the settings, which closes the one that is open. */
async function openSection(page: Page, name: string) {
  const section = page.getByRole('region', { name })
  await section.locator('summary').first().click()
  return section
}

test('an admin changes the name and a term, sees the preview, saves and undoes it', async ({
  page,
  browser,
  server,
}) => {
  test.slow()
  await logInAsAdmin(page, server, { firstName: 'Alma', lastName: 'Reyes' })
  const dialog = page.getByRole('dialog')
  const visitor = await (await browser.newContext({ baseURL: server.url })).newPage()
  const brandOfVisitor = async () => {
    await visitor.goto(pagePaths.about)
    return visitor.title()
  }
  await openPage(page, pagePaths.moderation())
  await page.getByRole('navigation', { name: 'Moderation' }).getByText('Settings').click()
  await expect(page).toHaveURL(pagePaths.settings)

  await test.step('an error is at its field, and what was typed stays', async () => {
    const terms = await openSection(page, 'Terms')
    const spring = terms.getByRole('group', { name: 'Spring' })
    await spring.getByLabel('Last day').fill('Apr 1')
    await openSection(page, 'People')
    await expect(spring).toBeHidden()
    await expect(terms.locator('summary')).toContainText('Not saved')
    await expectAccessible(page)
    await openSection(page, 'Terms')
    await expect(spring.getByLabel('Last day')).toHaveValue('Apr 1')
    await terms.getByRole('button', { name: 'Save Terms' }).click()
    await expect(spring.getByLabel('Last day')).toBeFocused()
    await expect(spring.getByLabel('Last day')).toHaveAccessibleDescription(
      'Must be after the first day, in the same year',
    )
    await expectAccessible(page)
    await spring.getByLabel('Last day').fill('aug 20')
    // A new term goes to its place in the year.
    await terms.getByRole('button', { name: 'Add a term' }).click()
    const added = terms.getByRole('group', { name: 'Term 4' })
    await expect(added.getByLabel('Name')).toBeFocused()
    await added.getByLabel('Name').fill('Intersession')
    const intersession = terms.getByRole('group', { name: 'Intersession' })
    await intersession.getByLabel('First day').fill('08-22')
    await intersession.getByLabel('Last day').fill('08-30')
    await intersession.getByLabel('Last day').press('Enter')
    await expect(dialog.getByRole('listitem')).toHaveText([
      'Terms: Spring ends Aug 20, was Aug 31',
      'Terms: Intersession added',
    ])
    await expect(dialog.getByRole('button', { name: 'Go on editing' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await intersession.getByRole('button', { name: 'Remove Intersession' }).click()
    await expect(terms.getByRole('button', { name: 'Add a term' })).toBeFocused()
    await terms.getByRole('button', { name: 'Save Terms' }).click()
    await expect(dialog.getByRole('listitem')).toHaveText(['Terms: Spring ends Aug 20, was Aug 31'])
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Settings saved.')).toBeVisible()
    await expect(spring.getByLabel('Last day')).toHaveValue('Aug 20')
    await expect(terms.getByText('Not saved')).toHaveCount(0)
  })

  await test.step('a visitor reads the new name at once', async () => {
    const names = await openSection(page, 'Name and universities')
    await names.getByLabel('Name of the site').fill('Harbour')
    await names.getByRole('button', { name: 'Save Name and universities' }).click()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog).toBeHidden()
    expect(await brandOfVisitor()).toContain('Harbour')
  })

  await test.step('nobody is locked out without an answer', async () => {
    const student = await createStudent(page.request, { email: 'kim@wlu.ca' })
    await page.reload()
    await openPage(page, pagePaths.settings)
    const names = await openSection(page, 'Name and universities')
    const laurier = names.getByRole('group', { name: 'Wilfrid Laurier University' })
    await laurier.getByLabel('Email domains').fill('mylaurier.ca')
    await names.getByRole('button', { name: 'Save Name and universities' }).click()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog.getByRole('radiogroup')).toHaveAccessibleName(
      '1 student has an email at @wlu.ca. What happens to them?',
    )
    await expect(dialog.getByText('Choose one')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('radio', { name: 'Lock them out' }).check()
    await expect(dialog).toContainText('Locked-out email domains: @wlu.ca added')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(names.getByLabel('Locked-out email domains')).toHaveValue('wlu.ca')
    const { email, password } = student
    const login = () => visitor.request.post(apiPaths.login, { data: { email, password } })
    expect((await login()).status()).toBe(403)

    const history = await openSection(page, 'History')
    await history.getByRole('button', { name: 'Undo the newest change' }).click()
    await expect(dialog).toContainText('@wlu.ca of Wilfrid Laurier University added')
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await expect(dialog).toBeHidden()
    await expect(history.getByRole('listitem').first()).toContainText('Alma Reyes')
    await openSection(page, 'Name and universities')
    await expect(laurier.getByLabel('Email domains')).toHaveValue('mylaurier.ca\nwlu.ca')
    expect((await login()).status()).toBe(200)
  })

  await test.step('a logo and a colour are on the next page of somebody else', async () => {
    const look = await openSection(page, 'Look')
    const file = look.getByLabel('for the logo')
    await look.getByLabel('Accent colour (optional)').fill('#0A0A12')
    await expect(look).toContainText('In dark mode, we made it lighter so that text is readable.')
    const notes = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('notes') }
    await file.setInputFiles(notes)
    await expect(file).toHaveAccessibleDescription(/^We can't read this file/)
    const buffer = await fourColorImage(400, 100).png().toBuffer()
    const arrived = Promise.withResolvers<void>()
    await page.route(`**${apiPaths.logo}`, async (route) => {
      await arrived.promise
      await route.continue()
    })
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    // The form waits for the file. Without it, the logo would be lost.
    await expect(look.getByRole('progressbar')).toBeVisible()
    await expect(look.getByRole('button', { name: 'Save Look' })).toBeDisabled()
    await look.getByLabel('Accent colour (optional)').press('Enter')
    arrived.resolve()
    await expect(look.getByText('logo.png is ready. Save to use it.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(look.getByLabel('Accent colour (optional)')).toHaveValue('#0A0A12')
    await expectAccessible(page)
    await look.getByRole('button', { name: 'Save Look' }).click()
    await expect(dialog.getByRole('listitem')).toHaveText([
      'Accent colour: #0A0A12, was none',
      'Logo: added',
    ])
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog).toBeHidden()
    await visitor.goto(pagePaths.about)
    const logo = visitor.locator('.site-header-home img')
    await expect(logo).toHaveJSProperty('complete', true)
    expect(await logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(400)
    // The visitor has logged in above.
    const fill = visitor.getByRole('banner').getByRole('link', { name: 'Sell' })
    await expect(fill).toHaveCSS('background-color', 'rgb(10, 10, 18)')
    await expect(fill).toHaveCSS('color', 'rgb(255, 255, 255)')
    await expectAccessible(visitor)
  })

  await test.step('a section goes back to its default', async () => {
    const names = await openSection(page, 'Name and universities')
    await names.getByRole('button', { name: 'Reset to default' }).click()
    await expect(dialog.getByRole('listitem')).toHaveText(['Name: Quad, was Harbour'])
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(names.getByLabel('Name of the site')).toHaveValue('Quad')
    await expect(names.getByRole('button', { name: 'Reset to default' })).toHaveCount(0)
    expect(await brandOfVisitor()).toContain('Quad')
  })

  await openPage(page, pagePaths.moderationLog())
  await expect(page.getByText('Alma Reyes changed the campus settings: terms')).toBeVisible()
  await openPage(page, pagePaths.settings)
  await openSection(page, 'Name and universities')
  await page.setViewportSize({ width: 320, height: 640 })
  expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
})

test('an admin edits the rules, and readers see when and what changed', async ({
  page,
  browser,
  server,
}) => {
  test.slow()
  await logInAsAdmin(page, server, { firstName: 'Noor', lastName: 'Haddad' })
  const visitor = await (await browser.newContext({ baseURL: server.url })).newPage()
  const dialog = page.getByRole('dialog')
  await openPage(page, pagePaths.settings)
  await page.getByRole('link', { name: 'Edit texts' }).click()
  await expect(page).toHaveURL(pagePaths.texts)
  const rules = page.getByRole('region', { name: 'Rules', exact: true })
  const field = rules.getByLabel('Text', { exact: true })
  const save = rules.getByRole('button', { name: 'Save Rules' })

  await test.step('the preview shows the text and what changes, and saves nothing', async () => {
    const text = await field.inputValue()
    await field.fill(text.replace('Animals, and', 'Animals, plants <img src=x onerror=p()> and'))
    await rules.getByRole('button', { name: 'Preview Rules' }).click()
    const preview = rules.getByRole('region', { name: 'Preview of Rules' })
    await expect(preview.locator('ins')).toHaveText(/plants/)
    await expect(preview.getByText('plants <img src=x onerror=p()> and')).toHaveCount(2)
    await expect(preview.locator('img')).toHaveCount(0)
    await expectAccessible(page)
    await visitor.goto(pagePaths.rules)
    await expect(visitor.getByText('plants')).toHaveCount(0)
    await expect(visitor.getByText('Updated')).toHaveCount(0)
  })

  await test.step('somebody else saves first, and nothing typed is lost', async () => {
    const data = { name: 'rules', markdown: 'Be kind.', basedOn: 0 }
    expect((await page.request.put(apiPaths.texts, { data })).status()).toBe(200)
    await save.click()
    await expect(rules.getByRole('alert')).toContainText('You saved another version on')
    await expect(field).toHaveValue(/plants/)
    await page.getByRole('link', { name: 'All settings' }).click()
    await expect(dialog).toContainText('What you have typed is not saved yet.')
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    const arrived = Promise.withResolvers<void>()
    await page.route(`**${apiPaths.texts}`, async (route) => {
      await arrived.promise
      await route.continue()
    })
    await save.click()
    // Typing while it is saved would make the next save fail.
    await field.press('End')
    await field.press('x')
    arrived.resolve()
    await expect(page.getByText('Text saved.')).toBeVisible()
    await expect(field).not.toHaveValue(/x$/)
    await expect(save).toBeDisabled()
    await page.unroute(`**${apiPaths.texts}`)
  })

  await test.step('a visitor reads it, and what changed', async () => {
    await visitor.goto(pagePaths.rules)
    await expect(visitor.getByText('Animals, plants <img src=x onerror=p()> and')).toBeVisible()
    await expect(visitor.getByRole('heading', { name: "Report what's wrong" })).toHaveId('report')
    await visitor.getByRole('link', { name: /^Updated \w+ \d/ }).click()
    await expect(visitor).toHaveURL(pagePaths.textChanges('rules'))
    await expect(visitor.getByRole('heading', { level: 2 })).toHaveCount(2)
    await expect(visitor.locator('del').first()).toContainText('Be kind.')
    await expect(visitor.getByText('Noor')).toHaveCount(0)
    await expectAccessible(visitor)
    await visitor.setViewportSize({ width: 320, height: 640 })
    expect((await measureOverflow(visitor)).width).toBeLessThanOrEqual(0)
  })

  await test.step('an undo brings back the text before, and the reset the default', async () => {
    await rules.getByRole('button', { name: 'Undo the newest change of Rules' }).click()
    await dialog.getByRole('button', { name: 'Bring it back' }).click()
    await expect(dialog).toBeHidden()
    await expect(field).toHaveValue('Be kind.')
    await rules.getByRole('button', { name: 'Reset to default' }).click()
    await dialog.getByRole('button', { name: 'Reset to default' }).click()
    await expect(field).toHaveValue(/Treat others well/)
    await expect(rules.getByRole('listitem')).toHaveCount(4)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
  })

  await test.step('a version is hidden from readers, and shown again', async () => {
    const change = async (name: 'Hide' | 'Show') => {
      const entry = rules.getByRole('listitem').last()
      await entry.getByRole('button', { name: new RegExp(`^${name} Rules`) }).click()
      await dialog.getByRole('button', { name: `${name} it` }).click()
      await expect(dialog).toBeHidden()
      await visitor.goto(pagePaths.textChanges('rules'))
    }
    await change('Hide')
    await expect(
      visitor.getByText('The text was changed. An admin has hidden what changed.'),
    ).toBeVisible()
    await change('Show')
    await expect(visitor.getByText('An admin has hidden')).toHaveCount(0)
  })

  await openPage(page, pagePaths.moderationLog())
  await expect(
    page.getByText('Noor Haddad changed the campus settings: text of Rules').first(),
  ).toBeVisible()
})

/** Fills the page of admins: figures of 30 weeks, codes of two domains, a failed job, sizes and an error. */
function fillOverview({ dataDir }: { dataDir: string }) {
  const db = new DatabaseSync(join(dataDir, 'quad.db'), { timeout: 5000 })
  const now = Date.now()
  const today = Math.floor(now / 86_400_000)
  const thisWeek = Math.floor((today - 4) / 7)
  const figure = db.prepare(
    'INSERT OR REPLACE INTO weekly_figures (week, name, category, value) VALUES (?, ?, ?, ?)',
  )
  for (let week = thisWeek - 30; week <= thisWeek; week++) {
    const size = 20 + ((week * 7) % 30)
    for (const category of ['', 'rental', 'textbook', 'misc']) {
      const listings = category ? size : 3 * size
      for (const [name, value] of [
        ['listings', listings],
        ['sold', Math.round(listings / 3)],
        ['threads', 2 * listings],
        ['answered', listings],
        ['reply', 3_600_000 * (2 + (week % 7))],
        ['searchers', 40],
        ['unmatched_searchers', 12],
        ...peopleNames.map((people) => [people, 3] as const),
      ] as const) {
        figure.run(week, name, category, value)
      }
    }
    figure.run(week, 'joined', '', size)
    figure.run(week, 'came_back', '', Math.round(size / 2))
  }
  const count = db.prepare('INSERT INTO day_counts (day, name, label, count) VALUES (?, ?, ?, ?)')
  for (let day = today - 9; day < today; day++) {
    for (const [label, sent, typed] of [
      ['uwaterloo.ca', 40, 37],
      ['mylaurier.ca', 25, 4],
    ] as const) {
      count.run(day, 'codes sent', label, sent)
      count.run(day, 'codes typed', label, typed)
      count.run(day, 'addresses refused', label, 3)
    }
  }
  db.prepare("INSERT OR REPLACE INTO site_state (name, value) VALUES ('empty-searches', ?)").run(
    JSON.stringify([{ word: 'accordion', searches: 3 }]),
  )
  db.prepare(
    `INSERT INTO jobs (kind, cause, payload, state, run_at, attempts, created_at, finished_at, error)
    VALUES ('photo-check', 'test', '{}', 'failed', ?, 3, ?, ?, 'The photo store did not answer')`,
  ).run(now, now, now)
  db.prepare(
    'INSERT OR REPLACE INTO site_sizes (day, database_bytes, photo_bytes, disk_bytes, free_bytes) VALUES (?, ?, ?, ?, ?)',
  ).run(today - 20, 5e8, 2e10, 1e11, 6e10)
  db.prepare(
    'INSERT OR REPLACE INTO site_sizes (day, database_bytes, photo_bytes, disk_bytes, free_bytes) VALUES (?, ?, ?, ?, ?)',
  ).run(today, 6e8, 2.5e10, 1e11, 5e10)
  db.prepare('INSERT INTO route_errors (hour, route, count) VALUES (?, ?, ?)').run(
    Math.floor(now / 3_600_000),
    'GET /api/misc/:id',
    4,
  )
  db.close()
}

test(
  'an admin sees how the site is doing, tries a job again and sends a test email',
  bothWidths,
  async ({ page, server }) => {
    test.slow()
    await logInAsAdmin(page, server, { firstName: 'Olu', lastName: 'Ade' })
    fillOverview(server)
    await openPage(page, pagePaths.moderation())
    await page.getByRole('navigation', { name: 'Moderation' }).getByText('Overview').click()
    await expect(page).toHaveURL(pagePaths.admin)
    const students = page.getByRole('region', { name: 'Does it work for students?' })
    await expect(students.getByRole('row', { name: 'accordion' })).toContainText('3')
    await students.getByText('All weeks').first().click()
    await expect(students.getByRole('columnheader', { name: 'Week of' }).first()).toBeVisible()
    const access = page.getByRole('region', { name: 'Can students get in?' })
    await expect(access.getByRole('heading', { name: 'mylaurier.ca' })).toBeVisible()

    const health = page.getByRole('region', { name: 'Is it healthy?' })
    await expect(health.getByText('GET /api/misc/:id')).toBeVisible()
    await health.getByRole('button', { name: /Try again: photo-check/ }).click()
    await expect(health.getByText('No job has failed.')).toBeVisible()
    await access.getByRole('button', { name: 'Send me a test email' }).click()
    await expect(access.getByRole('status')).toContainText('outbox', { timeout: 15_000 })
    await expect(access.getByRole('status')).toContainText('DMARC')

    expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
    await expectAccessible(page)
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)

      // No word of a heading is broken into two lines.
      const broken = await page
        .locator('.overview-table:not(:has(th:nth-child(5))) th')
        .evaluateAll((cells) =>
          cells.flatMap((cell) => {
            const text = cell.firstChild
            if (!text || !/^\w+$/.test(cell.textContent ?? '')) return []
            const range = document.createRange()
            range.selectNodeContents(text)
            return range.getClientRects().length > 1 ? [cell.textContent] : []
          }),
        )
      expect(broken).toEqual([])
    }
    await page.setViewportSize({ width: 390, height: 800 })
    await students.getByRole('link', { name: 'Words that mean the same' }).click()
    // A link to a section opens it.
    await expect(page.getByLabel('Words that mean the same')).toBeInViewport()
    const tabs = page.getByRole('navigation', { name: 'Moderation' })
    await tabs.scrollIntoViewIfNeeded()
    await expect(tabs.getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 1 })
  },
)

test('an admin records who checked the legal texts, and a student writes to the landlord', async ({
  page,
  server,
}) => {
  test.slow()
  const student = await logInAsNewStudent(page)
  const sublet = { is_sublet: true, available_to: '2027-04-30' }
  const id = await createListing(page, 'rentals', sublet)
  await logInAsAdmin(page, server)
  await openPage(page, pagePaths.settings)
  const legal = await openSection(page, 'Legal texts')
  await expect(legal).toContainText('Off: nobody has checked version')
  await legal.getByLabel('Checked by').fill('Jo Lawyer')
  await legal.getByRole('button', { name: 'Save Legal texts' }).click()
  await expect(legal.getByLabel('On', { exact: true })).toHaveAccessibleDescription(
    /^Must be a day/,
  )
  await legal.getByLabel('On', { exact: true }).fill('2026-11-18')
  await legal.getByText('Read the texts about sublets').click()
  await expect(legal.getByText("Dear [landlord's name],")).toBeVisible()
  await expectAccessible(page)
  await legal.getByRole('button', { name: 'Save Legal texts' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toHaveText(/^Checks of legal texts: CA-ON .* added$/)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(legal).toContainText('On. Jo Lawyer checked version')

  await logIn(page, student)
  await openPage(page, pagePaths.listing('rental', id))
  const box = page.getByRole('checkbox', { name: 'The landlord agrees in writing' })
  await expect(box).toBeHidden()
  await page.getByText('What a sublet needs').click()
  await box.check()
  await expectAccessible(page)
  // The browser keeps the tick.
  await page.reload()
  await page.getByText('What a sublet needs').click()
  await expect(box).toBeChecked()

  await page.getByRole('link', { name: 'Ask your landlord with a letter' }).click()
  await expect(page).toHaveURL(pagePaths.letter('rental', id))
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
  await page.getByLabel("Landlord's name").fill('Pat Doe')
  await page.getByLabel("Subtenant's name").fill('Sam Roe')
  const letter = page.getByText('Request for your consent to a sublet')
  await expect(letter).toContainText('Dear Pat Doe,')
  await expect(letter).toContainText('Subtenant: Sam Roe')
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as text' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('letter-to-landlord.txt')
  expect(await readFile(await file.path(), 'utf8')).toContain('Dear Pat Doe,')
  const requests = sent.filter((request) => !request.startsWith('data:'))
  expect(requests.join('\n')).not.toMatch(/Pat|Sam/)

  // Paper has the letter alone.
  await page.emulateMedia({ media: 'print' })
  await expect(letter).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await expect(page.getByLabel("Landlord's name")).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
})
