import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { RoleChangeFacts } from './role-form.tsx'

it('repeats name and address before a role is given', () => {
  const student = { name: 'Sofia Rossi', email: at('sofia.rossi') }
  const text = renderToString(<RoleChangeFacts student={student} newRole="admin" />).replace(
    /<!-- -->|<[^>]*>/g,
    '',
  )
  expect(text).toContain(`Sofia Rossi, ${at('sofia.rossi')}`)
  expect(text).toContain('ban students')
})
