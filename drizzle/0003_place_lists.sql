-- A list of an operator's places has a name of its own. Until now that was the name of its file,
-- so that a file of another directory took the place of the list. A list keeps the name of its file
-- without the ending; where several files would have the same, the one imported last has it and the
-- others keep theirs whole.

create table operator_lists (
  name text collate "C" primary key,
  source_name text not null,
  imported_at timestamp(3) with time zone not null default now()
);

with files as (
  select source_file, max(updated_at) as updated_at,
    -- An address was stored with ?*** for its query.
    regexp_replace(
      regexp_replace(
        case when current_setting('server_encoding') = 'UTF8'
          then normalize(source_file, nfc) else source_file end,
        '\?\*\*\*$', ''),
      '(.)\.(csv|geojson|json)$', '\1', 'i') as stem
  from operator_places
  group by source_file
), ranked as (
  select *, row_number() over (partition by stem order by updated_at desc, source_file) as rank
  from files
)
insert into operator_lists (name, source_name, imported_at)
select
  case when rank = 1 and not exists (
    select from files
    where files.source_file = ranked.stem and files.source_file <> ranked.source_file
  ) then stem else source_file end,
  source_file, updated_at
from ranked;

alter table operator_places rename column source_file to list_name;
alter table operator_places alter column list_name type text collate "C";
alter index operator_places_source_file rename to operator_places_list;

update operator_places set list_name = operator_lists.name
from operator_lists
where operator_lists.source_name = list_name and operator_lists.name <> list_name;

-- A row's key in its list, as the operator wrote it. Of keys that are hashed into the id, and of
-- rows without one, only the hash is left: an import understands it (src/import/operator/own-id.ts).
alter table operator_places add column own_id text;
update operator_places set own_id = substr(id, 3);
alter table operator_places alter column own_id set not null;

alter table operator_places
  add foreign key (list_name) references operator_lists (name) on delete cascade;
