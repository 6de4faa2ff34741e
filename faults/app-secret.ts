export const APP_SECRET = 'a secret that only this campaign uses'
