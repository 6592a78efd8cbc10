import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { readSourceFiles } from '#tests/support/source-files.ts'
import { followPresses, pressEnd } from './press.ts'

it.each(['mouseup', 'contextmenu', 'input'])(
  'a press lasts until %s and its click',
  async (end) => {
    const page = new EventTarget()
    followPresses(page)
    expect(pressEnd()).toBeUndefined()
    page.dispatchEvent(new Event('mousedown'))
    let isOver = false
    const over = pressEnd()?.then(() => {
      isOver = true
    })
    // A field that is left during the press sends its change.
    page.dispatchEvent(new Event('change'))
    await setImmediate()
    expect(isOver).toBe(false)
    page.dispatchEvent(new Event(end))
    await Promise.resolve()
    expect(isOver).toBe(false)
    await over
    expect(pressEnd()).toBeUndefined()
  },
)

it('every form that validates a field when it is left waits for the end of the press', () => {
  const forms = readSourceFiles('src/web').filter(({ text }) =>
    /\bmode: 'on(Blur|Touched|All)'/.test(text),
  )
  expect(forms.map(({ path }) => path)).toEqual(['src/web/forms/use-touched-form.ts'])
})
