import { findProgram } from './find-program.ts'

export function findNginx(): string {
  const nginx = findProgram('nginx', 'nginx-light')
  if (nginx) return nginx
  throw new Error('This test needs nginx: install it (apt install nginx, brew install nginx).')
}
