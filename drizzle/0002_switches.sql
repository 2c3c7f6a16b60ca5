-- What an operator switches on all servers at once. A switch without a row was never touched.

create table switches (
  name text collate "C" primary key,
  is_on boolean not null,
  changed_at timestamp(3) with time zone not null default now()
);
