import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type Login, login as loginSchema } from '#contract/accounts.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../navigation/link.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { AccountForm, fieldOf } from './account-form.tsx'
import { EmailField } from './email-field.tsx'
import { loginSentence } from './failure-sentences.ts'
import { useLogin } from './login.ts'
import { useReturn } from './return-to.ts'
import { showFailure } from './show-failure.ts'

export function LoginForm() {
  const login = useLogin()
  const { keep } = useReturn()
  const form = useForm<Login>({ resolver: zodResolver(loginSchema), mode: 'onTouched' })
  const send = (values: Login) =>
    login(values).catch((error) => showFailure(form, error, loginSentence(error)))
  return (
    <AccountForm form={form} send={send} label="Log in" busyLabel="Logging in…">
      <EmailField {...fieldOf(form, 'email')} autoComplete="username" enterKeyHint="next" />
      <PasswordField
        {...fieldOf(form, 'password')}
        label="Password"
        autoComplete="current-password"
        enterKeyHint="go"
      />
      <p>
        <Link to={keep(pagePaths.forgotPassword)} className="link inline-block py-1">
          Forgot your password?
        </Link>
      </p>
    </AccountForm>
  )
}
