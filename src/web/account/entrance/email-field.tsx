import { invalidEmailMessage, joinWords, universities } from '#campus.ts'
import { TextField, type TextFieldProps } from '../../ui/controls/text-field.tsx'

const domains = universities.flatMap(({ emailDomains }) => emailDomains).map((name) => `@${name}`)

export function EmailField({ error, ...props }: Omit<TextFieldProps, 'label' | 'type'>) {
  return (
    <TextField
      label="Email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      error={error === invalidEmailMessage ? <InvalidEmail /> : error}
      {...props}
    />
  )
}

function InvalidEmail() {
  return (
    <span>
      {invalidEmailMessage}{' '}
      <span className="block pb-2 font-normal text-ink">
        Use your {joinWords(domains, 'or')} address.
      </span>
    </span>
  )
}
