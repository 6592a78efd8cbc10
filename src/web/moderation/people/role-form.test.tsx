import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RoleChangeFacts } from './role-form.tsx'

it('repeats name and address before a role is given', () => {
  const student = { name: 'Sofia Rossi', email: 'sofia.rossi@uwaterloo.ca' }
  const text = renderToString(<RoleChangeFacts student={student} newRole="admin" />).replace(
    /<!-- -->|<[^>]*>/g,
    '',
  )
  expect(text).toContain('Sofia Rossi, sofia.rossi@uwaterloo.ca')
  expect(text).toContain('ban students')
})
