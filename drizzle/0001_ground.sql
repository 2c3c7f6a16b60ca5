-- Ids are compared as bytes ("C"): the same order on every database and in every index file.

create table datasets (
  id text collate "C" primary key,
  state text not null check (state in ('building', 'ready', 'active')),
  source_name text not null,
  source_description text not null,
  counts jsonb not null,
  report jsonb not null,
  manifest jsonb not null,
  created_at timestamp(3) with time zone not null default now(),
  touched_at timestamp(3) with time zone not null default now(),
  activated_at timestamp(3) with time zone
);

create unique index datasets_one_active on datasets (state) where state = 'active';

create table dataset_files (
  dataset_id text collate "C" not null references datasets (id) on delete cascade,
  name text collate "C" not null,
  part integer not null,
  bytes bytea not null,
  sha256 bytea not null,
  primary key (dataset_id, name, part)
);

-- Index files hardly compress: storing them as they are saves the attempt.
alter table dataset_files alter column bytes set storage external;

-- No foreign key: it costs PostgreSQL a third of its speed at import; src/db/places.ts locks the
-- dataset's row once a batch instead.
create table places (
  dataset_id text collate "C" not null,
  id text collate "C" not null,
  kind text not null,
  source text not null,
  name text not null,
  name_en text,
  aliases text[] not null,
  code text,
  category text not null,
  house_number text,
  street_name text,
  street_id text,
  ward_id text,
  province_id text,
  successor_ids text[] not null,
  former_parent_id text,
  lon_e7 integer not null,
  lat_e7 integer not null,
  importance double precision not null,
  lines bytea not null,
  tags jsonb not null,
  primary key (dataset_id, id)
);

create table operator_places (
  id text collate "C" primary key,
  kind text not null,
  source text not null,
  name text not null,
  name_en text,
  aliases text[] not null,
  code text,
  category text not null,
  house_number text,
  street_name text,
  street_id text,
  ward_id text,
  province_id text,
  successor_ids text[] not null,
  former_parent_id text,
  lon_e7 integer not null,
  lat_e7 integer not null,
  importance double precision not null,
  lines bytea not null,
  tags jsonb not null,
  source_file text not null,
  updated_at timestamp(3) with time zone not null default now()
);

create index operator_places_source_file on operator_places (source_file);

create table users (
  id text collate "C" primary key,
  name text not null unique,
  created_at timestamp(3) with time zone not null default now()
);

create table plans (
  name text primary key,
  per_minute integer not null check (per_minute >= 0),
  per_day integer not null check (per_day >= 0)
);

insert into plans (name, per_minute, per_day) values
  ('free', 60, 5000),
  ('standard', 600, 100000),
  ('unlimited', 1000000000, 1000000000);

create table api_keys (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id),
  organisation text,
  hash bytea not null unique,
  prefix text not null,
  scopes text[] not null,
  plan text not null references plans (name),
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  previous_hash bytea unique,
  previous_until timestamp(3) with time zone
);

create index api_keys_user on api_keys (user_id);

create table usage_daily (
  user_id text collate "C" not null references users (id),
  key_id text collate "C" not null references api_keys (id),
  day date not null,
  endpoint text collate "C" not null,
  requests bigint not null,
  billable bigint not null,
  primary key (user_id, day, key_id, endpoint)
);

create index usage_daily_day on usage_daily (day);

create index usage_daily_key on usage_daily (key_id, day);

create table usage_writers (
  writer text primary key,
  batch bigint not null,
  seen_at timestamp(3) with time zone not null default now()
);

create table secrets (
  name text not null,
  key_id text not null,
  bytes bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  retired_at timestamp(3) with time zone,
  primary key (name, key_id)
);

create unique index secrets_one_current on secrets (name) where retired_at is null;
