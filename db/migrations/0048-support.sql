-- The support chat of users, demo users and visitors with operators.

create table support_threads (
  id bigint generated always as identity primary key,
  -- Null for a visitor's thread, which the bearer of the token owns instead.
  user_id bigint unique references users,
  token_hash bytea unique check (length(token_hash) = 32),
  -- Limit key of the address of the visitor who opened it; empty for a user's.
  opened_from text not null check (length(opened_from) <= 64),
  -- The user whose thread took over the messages of this visitor's thread. Its token then opens nothing any more.
  claimed_by bigint references users,
  language text not null check (length(language) between 2 and 8),
  created_at timestamptz not null,
  last_at timestamptz not null,
  is_open boolean not null default false,
  -- Since when the oldest message of the user waits for an answer; null if none does.
  waiting_since timestamptz,
  last_number exact not null default 0 check (last_number >= 0),
  user_delivered exact not null default 0,
  user_read exact not null default 0,
  desk_delivered exact not null default 0,
  desk_read exact not null default 0,
  -- When the user is told of an answer that has not been delivered by then; null if no answer waits for that.
  notice_due_at timestamptz,
  -- The newest message that the user was told of. There is no second notice before it was read.
  noticed_number exact not null default 0,
  assigned_to bigint references operators,
  picture_bytes exact not null default 0 check (picture_bytes >= 0),
  check ((user_id is null) = (token_hash is not null)),
  check ((user_id is null) = (opened_from <> '')),
  check (claimed_by is null or user_id is null),
  check (user_id is not null or notice_due_at is null),
  check (waiting_since is null or is_open)
);

create index open_support_threads on support_threads (waiting_since, id) where is_open;
create index closed_support_threads on support_threads (last_at desc, id desc) where not is_open and last_number > 0;
create index support_notices_due on support_threads (notice_due_at) where notice_due_at is not null;
create index support_visitors_by_address on support_threads (opened_from, created_at) where user_id is null;
create index support_visitors_by_activity on support_threads (last_at) where user_id is null;
create index support_visitors_with_pictures on support_threads (picture_bytes)
  where user_id is null and picture_bytes > 0;

create table support_messages (
  id bigint generated always as identity primary key,
  thread_id bigint not null references support_threads on delete cascade,
  -- Gapless in each thread, in the order of the commits.
  number exact not null check (number > 0),
  author text not null check (author in ('user', 'desk')),
  operator_id bigint references operators,
  -- The idempotency key of the author's client. Null if another message of the thread it was moved to has it.
  key text check (length(key) between 1 and 128),
  fingerprint text not null check (length(fingerprint) = 64),
  text text not null check (length(text) <= 2000),
  -- Without a foreign key: its check would lock a row of the engine.
  order_id exact check (order_id > 0),
  created_at timestamptz not null,
  unique (thread_id, number),
  unique (thread_id, author, key),
  check ((author = 'desk') = (operator_id is not null)),
  check (order_id is null or author = 'user')
);

-- Limits per day are counted by it.
create index support_messages_by_time on support_messages (thread_id, author, created_at);

create table support_pictures (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  thread_id bigint not null references support_threads on delete cascade,
  author text not null check (author in ('user', 'desk')),
  operator_id bigint references operators,
  -- Null until a message is sent with it.
  message_id bigint references support_messages on delete cascade,
  place smallint check (place between 0 and 3),
  bytes bytea not null check (length(bytes) between 1 and 8388608),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_at timestamptz not null,
  check ((author = 'desk') = (operator_id is not null)),
  check ((message_id is null) = (place is null))
);

alter table support_pictures alter column bytes set storage external;
create index support_pictures_by_message on support_pictures (message_id, place) where message_id is not null;
create index support_pictures_by_thread on support_pictures (thread_id, created_at);
create index unsent_support_pictures on support_pictures (created_at) where message_id is null;

-- From a message of the user to the closing of the thread. Kept for the figures when the thread is deleted.
create table support_episodes (
  id bigint generated always as identity primary key,
  thread_id bigint references support_threads on delete set null,
  opened_at timestamptz not null,
  first_answer_at timestamptz,
  first_answer_by bigint references operators,
  resolved_at timestamptz,
  resolved_by bigint references operators,
  check ((first_answer_at is null) = (first_answer_by is null)),
  check (first_answer_at >= opened_at and resolved_at >= opened_at)
);

create unique index open_support_episodes on support_episodes (thread_id) where resolved_at is null;
create index support_episodes_by_thread on support_episodes (thread_id, id desc);
create index support_episodes_by_time on support_episodes (opened_at);

create table support_canned_answers (
  id bigint generated always as identity primary key,
  language text not null check (length(language) between 2 and 8),
  title text not null check (length(title) between 1 and 100),
  text text not null check (length(text) between 1 and 2000),
  revision integer not null default 1 check (revision > 0),
  changed_by bigint not null references operators,
  changed_at timestamptz not null
);

create index support_canned_answers_by_language on support_canned_answers (language, title, id);

-- What was written is never rewritten: a message may only move to the thread of the user who claims it.
grant select, insert, delete, update on support_threads to openlot_app;
grant select, insert, delete on support_messages to openlot_app;
grant update (thread_id, number, key) on support_messages to openlot_app;
grant select, insert, delete on support_pictures to openlot_app;
grant update (thread_id, message_id, place) on support_pictures to openlot_app;
grant select, insert, delete, update on support_episodes, support_canned_answers to openlot_app;
