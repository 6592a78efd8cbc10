import { CheckIcon } from 'lucide-react'
import './password-rule-list.css'
import { passwordRules } from '#contract/password-rules.ts'

/** The password rules, marked as met while the password is typed. */
export function PasswordRuleList({ password }: { password: string }) {
  const met = passwordRules.filter((rule) => rule.isMet(password))
  return (
    <>
      <ul aria-label="Password rules" className="password-rule-list">
        {passwordRules.map((rule) => (
          <li key={rule.id} data-met={met.includes(rule)}>
            <span className="password-rule-list-mark">
              {met.includes(rule) && <CheckIcon size={14} />}
            </span>
            {rule.label}
            <span className="sr-only">{met.includes(rule) ? ' (met)' : ' (not met yet)'}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {password && `${met.length} of ${passwordRules.length} password rules met`}
      </p>
    </>
  )
}
