import { useFormContext } from 'react-hook-form'
import { fieldProps } from '../../forms/field-props.ts'
import { TextField } from '../../ui/controls/text-field.tsx'

/** First and last name, in a form that has both. */
export function NameFields({ enterKeyHint }: { enterKeyHint: 'next' | 'go' }) {
  const form = useFormContext<{ firstName: string; lastName: string }>()
  return (
    <>
      <TextField
        {...fieldProps(form, 'firstName')}
        label="First name"
        autoComplete="given-name"
        autoCapitalize="words"
        enterKeyHint="next"
      />
      <TextField
        {...fieldProps(form, 'lastName')}
        label="Last name"
        autoComplete="family-name"
        autoCapitalize="words"
        enterKeyHint={enterKeyHint}
      />
    </>
  )
}
