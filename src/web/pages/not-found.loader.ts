import { data } from 'react-router'

export const loadNotFound = () => data(null, { status: 404 })
