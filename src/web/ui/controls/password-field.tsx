import { EyeIcon, EyeOffIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix'>) {
  const [isVisible, setVisible] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={isVisible ? 'text' : 'password'}
      suffix={
        <Button
          variant="quiet"
          size="icon"
          aria-pressed={isVisible}
          aria-label="Show password"
          onClick={() => setVisible(!isVisible)}
        >
          {isVisible ? <EyeOffIcon size={20} /> : <EyeIcon size={20} />}
        </Button>
      }
    />
  )
}
