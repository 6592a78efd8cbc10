import { apiPaths, pagePaths } from '#contract/paths.ts'
import { fourColorImage } from '../support/photo-files.ts'
import { quickServer, startServer } from '../support/start-server.ts'
import { expectAccessible } from './accessibility.ts'
import { test as base, expect, openPage } from './fixtures.ts'
import { measureOverflow } from './layout.ts'
import { logInAsAdmin } from './moderators.ts'
import { createStudent } from './students.ts'

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
    const terms = page.getByRole('region', { name: 'Terms' })
    const spring = terms.getByRole('group', { name: 'Spring' })
    await spring.getByLabel('Last day').fill('Apr 1')
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
  })

  await test.step('a visitor reads the new name at once', async () => {
    const names = page.getByRole('region', { name: 'Name and universities' })
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
    const names = page.getByRole('region', { name: 'Name and universities' })
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

    const history = page.getByRole('region', { name: 'History' })
    await history.getByRole('button', { name: 'Undo the newest change' }).click()
    await expect(dialog).toContainText('@wlu.ca of Wilfrid Laurier University added')
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await expect(dialog).toBeHidden()
    await expect(laurier.getByLabel('Email domains')).toHaveValue('mylaurier.ca\nwlu.ca')
    expect((await login()).status()).toBe(200)
    await expect(history.getByRole('listitem').first()).toContainText('Alma Reyes')
  })

  await test.step('a logo and a colour are on the next page of somebody else', async () => {
    const look = page.getByRole('region', { name: 'Look' })
    const file = look.getByLabel('for the logo')
    await look.getByLabel('Accent colour (optional)').fill('#0A0A12')
    await expect(look).toContainText('In dark mode, we made it lighter so that text is readable.')
    const notes = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('notes') }
    await file.setInputFiles(notes)
    await expect(file).toHaveAccessibleDescription(/^We can't read this file/)
    const buffer = await fourColorImage(400, 100).png().toBuffer()
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    await expect(look.getByText('logo.png is ready. Save to use it.')).toBeVisible()
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
    const logo = visitor.locator('header img')
    await expect(logo).toHaveJSProperty('complete', true)
    expect(await logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(400)
    // The visitor has logged in above.
    const fill = visitor.getByRole('banner').getByRole('link', { name: 'Sell' })
    await expect(fill).toHaveCSS('background-color', 'rgb(10, 10, 18)')
    await expect(fill).toHaveCSS('color', 'rgb(255, 255, 255)')
    await expectAccessible(visitor)
  })

  await test.step('a section goes back to its default', async () => {
    const names = page.getByRole('region', { name: 'Name and universities' })
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
    await save.click()
    await expect(page.getByText('Text saved.')).toBeVisible()
    await expect(save).toBeDisabled()
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
    await dialog.getByRole('button', { name: 'Bring it back' }).click()
    await expect(field).toHaveValue(/Treat others well/)
    await expect(rules.getByRole('listitem')).toHaveCount(4)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
  })

  await openPage(page, pagePaths.moderationLog())
  await expect(
    page.getByText('Noor Haddad changed the campus settings: text of Rules').first(),
  ).toBeVisible()
})
