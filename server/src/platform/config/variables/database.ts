import { resolve } from 'node:path'
import { folder, postgresUrl, secretOf, toggle } from '../value-types.ts'
import { KEY_PROGRAMS, PROGRAMS, type Variable } from '../variable.ts'

export const DATABASE = {
  DATABASE_URL: {
    meaning:
      'PostgreSQL 15 or later; `sslmode`, `sslrootcert`, several hosts (`one:5432,two:5432`) and `target_session_attrs` as in libpq. None: the embedded PostgreSQL, its files in `DATA_DIR`',
    type: postgresUrl,
    default: null,
    defaultText: '`MIGRATION_DATABASE_URL`, or none',
    noneText: ({ hasDatabase }) => (hasDatabase ? '(MIGRATION_DATABASE_URL)' : '(embedded PostgreSQL)'),
    secret: 'url',
    usedBy: PROGRAMS,
  },
  MIGRATION_DATABASE_URL: {
    meaning: 'the same database as the owner of its tables',
    type: postgresUrl,
    default: null,
    defaultText: '`DATABASE_URL`',
    noneText: '(DATABASE_URL)',
    secret: 'url',
    usedBy: ['migrate', 'keys:rotate', 'secret:rotate'],
  },
  ACCEPT_NEWER_SCHEMA: {
    meaning: '`on`: starts on a database that a later version has migrated, for a rollback by one version',
    type: toggle,
    default: 'off',
    usedBy: ['start', 'migrate', 'admin:create'],
  },
  DATA_DIR: {
    meaning: 'embedded database, generated secrets, emails of a demonstration',
    type: folder,
    default: () => resolve('.data'),
    defaultText: '`.data`',
    usedBy: PROGRAMS,
  },
  BACKUP_DIR: {
    meaning:
      'where the embedded PostgreSQL archives its write-ahead log, and `npm run backup` writes ([operations](operations.md#backup-and-restore))',
    type: folder,
    default: null,
    usedBy: PROGRAMS,
  },
  APP_SECRET: {
    meaning:
      "root key: peppers, encryption of stored secrets, signed links; 32 characters or more. Required when `DATABASE_URL` is set and `DEMO` is off. A server with another secret than the bank's is refused",
    type: secretOf(32),
    default: null,
    defaultText: 'generated once into `DATA_DIR` (mode 600)',
    noneText: '(generated in DATA_DIR)',
    secret: 'value',
    usedBy: KEY_PROGRAMS,
  },
  APP_SECRET_PREVIOUS: {
    meaning: 'the secret before, while `APP_SECRET` is changed ([operations](operations.md#changing-app_secret))',
    type: secretOf(32),
    default: null,
    secret: 'value',
    usedBy: KEY_PROGRAMS,
  },
} satisfies Record<string, Variable>
