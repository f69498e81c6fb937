-- Articles of the broker, the consents of users to legal texts, and the public pictures.

-- Pictures that everyone can see, as the installation encoded them.
create table pictures (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  bytes bytea not null check (length(bytes) between 1 and 8388608),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  added_by bigint not null references operators,
  created_at timestamptz not null
);

-- They are compressed already.
alter table pictures alter column bytes set storage external;
create index pictures_by_time on pictures (created_at desc, name);

-- The draft of an article, and which version is visible from when. The decisions are the record of that; here it is kept
-- for the lists. A version becomes visible when its time has come, without a further write.
create table articles (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('news', 'announcement', 'terms', 'privacy', 'risk')),
  -- Of a text that came with the installation: it is added once.
  seed_slug text unique check (length(seed_slug) between 1 and 100),
  logo text references pictures,
  -- Grows with every change of the draft.
  revision bigint not null default 0 check (revision >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Since when the article has been visible, or will be. Null while nothing is published or scheduled.
  published_at timestamptz,
  live_edition integer,
  live_from timestamptz,
  -- The last scheduled version. Once its time has come it counts as the live one.
  next_edition integer,
  next_from timestamptz,
  -- The newest version in force that users have to accept. Does not count the scheduled one.
  asking_edition integer,
  check ((live_edition is null) = (live_from is null)),
  check ((next_edition is null) = (next_from is null)),
  check ((published_at is null) = (live_edition is null and next_edition is null)),
  check (asking_edition is null or kind in ('terms', 'privacy', 'risk'))
);

create unique index single_articles on articles (kind) where kind <> 'news';
create index articles_by_kind on articles (kind, id desc);
create index news_by_time on articles (published_at desc, id desc) where kind = 'news' and published_at is not null;
create index articles_by_logo on articles (logo) where logo is not null;

insert into articles (kind, created_at, updated_at)
  values ('announcement', now(), now()), ('terms', now(), now()), ('privacy', now(), now()), ('risk', now(), now());

-- Texts of the draft by language.
create table draft_texts (
  article_id bigint not null references articles,
  language text not null check (language ~ '^[a-z]{2,3}$'),
  title text not null check (length(title) <= 160),
  description text not null check (length(description) <= 300),
  body text not null check (length(body) <= 40000),
  -- The revision of the article that wrote this text.
  revision bigint not null check (revision > 0),
  primary key (article_id, language)
);

-- Pictures in the body of a draft.
create table draft_pictures (
  article_id bigint not null,
  language text not null,
  picture text not null references pictures,
  primary key (article_id, language, picture),
  foreign key (article_id, language) references draft_texts on delete cascade
);
create index draft_pictures_by_picture on draft_pictures (picture);

-- Versions: copies of the draft at the time of its publication.
create table article_editions (
  article_id bigint not null references articles,
  edition integer not null check (edition between 1 and 1000000),
  logo text references pictures,
  asks_consent boolean not null,
  -- Of the draft that was copied.
  revision bigint not null,
  created_at timestamptz not null,
  -- Null for the installation.
  created_by bigint references operators,
  primary key (article_id, edition)
);
create index editions_by_logo on article_editions (logo) where logo is not null;

create table edition_texts (
  article_id bigint not null,
  edition integer not null,
  language text not null check (language ~ '^[a-z]{2,3}$'),
  title text not null check (length(title) between 1 and 160),
  description text not null check (length(description) <= 300),
  body text not null check (length(body) between 1 and 40000),
  primary key (article_id, edition, language),
  foreign key (article_id, edition) references article_editions
);

-- Pictures in the bodies of a version.
create table edition_pictures (
  article_id bigint not null,
  edition integer not null,
  picture text not null references pictures,
  primary key (article_id, edition, picture),
  foreign key (article_id, edition) references article_editions
);
create index edition_pictures_by_picture on edition_pictures (picture);

create table publication_decisions (
  id bigint generated always as identity primary key,
  article_id bigint not null references articles,
  kind text not null check (kind in ('publish', 'unpublish', 'cancel')),
  edition integer,
  -- The decision to publish at a later time that this one cancels.
  cancels bigint unique references publication_decisions,
  from_at timestamptz not null,
  decided_at timestamptz not null,
  -- Null for the installation.
  decided_by bigint references operators,
  foreign key (article_id, edition) references article_editions,
  check ((kind = 'unpublish') = (edition is null)),
  check ((kind = 'cancel') = (cancels is not null)),
  check (from_at >= decided_at)
);
create index decisions_by_article on publication_decisions (article_id, id desc);
create unique index edition_published_once on publication_decisions (article_id, edition) where kind = 'publish';

-- Versions of legal texts that a user accepted.
create table consents (
  user_id bigint not null references users,
  article_id bigint not null,
  edition integer not null,
  -- Of the text that was shown.
  language text not null check (language ~ '^[a-z]{2,3}$'),
  given_with text not null check (given_with in ('registration', 'request')),
  given_at timestamptz not null,
  primary key (user_id, article_id, edition),
  foreign key (article_id, edition) references article_editions
);

create trigger never_deleted before delete or truncate on articles
  for each statement execute function refuse_change_of_past();
create trigger append_only before update or delete or truncate on article_editions
  for each statement execute function refuse_change_of_past();
create trigger append_only before update or delete or truncate on edition_texts
  for each statement execute function refuse_change_of_past();
create trigger append_only before update or delete or truncate on edition_pictures
  for each statement execute function refuse_change_of_past();
create trigger append_only before update or delete or truncate on publication_decisions
  for each statement execute function refuse_change_of_past();
create trigger append_only before update or delete or truncate on consents
  for each statement execute function refuse_change_of_past();

grant select, insert, delete on pictures to openlot_app;
grant select, insert, update on articles to openlot_app;
grant select, insert, update, delete on draft_texts to openlot_app;
grant select, insert, delete on draft_pictures to openlot_app;
grant select, insert on article_editions, edition_texts, edition_pictures, publication_decisions, consents
  to openlot_app;
